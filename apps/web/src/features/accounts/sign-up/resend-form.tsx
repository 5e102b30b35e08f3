import { m } from '../../../i18n/messages.ts'
import { resendVerification } from '../account-requests.ts'
import { MailForm } from '../sign-in/mail-form.tsx'
import { OutboxLink } from './verification-notice.tsx'

/** A form that requests a new verification email after the link has expired. */
export function ResendForm() {
  return (
    <MailForm
      request={resendVerification}
      failed={m.accounts_resend_failed()}
      submit={m.accounts_resend()}
      foot={<OutboxLink />}
    />
  )
}
