import { m } from '../../i18n/messages.ts'
import { forgotPassword } from './account-requests.ts'
import { MailForm } from './mail-form.tsx'
import { Note } from '../../ui/note.tsx'

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

/** Requests a link for a new password; the response is the same whether or not the address is known. */
export const ForgotForm = ({ email, onEmail, onSent }: Props) => (
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
