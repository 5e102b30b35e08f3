import { m } from '../../i18n/messages.ts'
import { forgotPassword, showError } from './accounts.ts'
import { MailForm } from './mail-form.tsx'

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

/** Asks for a link for a new password; the answer is the same whether or not the address is known. */
export function ForgotForm({ email, onEmail, onSent }: Props) {
  const send = (to: string) =>
    forgotPassword(to).then(onSent, (error: unknown) => showError(error, m.auth_forgot_failed()))
  return (
    <MailForm email={email} onEmail={onEmail} onSubmit={send} submit={m.auth_forgot_submit()}>
      <p className="text-ink-2">{m.auth_forgot_text()}</p>
    </MailForm>
  )
}
