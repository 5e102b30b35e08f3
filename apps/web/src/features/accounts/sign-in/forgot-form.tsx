import { m } from '../../../i18n/messages.ts'
import { forgotPassword } from '../account-requests.ts'
import { MailForm } from './mail-form.tsx'
import { Note } from '../../../ui/notices/note.tsx'

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

/** Requests a password reset link. The response doesn't reveal whether the address has an account. */
export function ForgotForm({ email, onEmail, onSent }: Props) {
  return (
    <MailForm
      email={email}
      onEmail={onEmail}
      request={forgotPassword}
      failed={m.accounts_forgot_failed()}
      onSent={onSent}
      submit={m.accounts_forgot_submit()}
    >
      <Note>{m.accounts_forgot_text()}</Note>
    </MailForm>
  )
}
