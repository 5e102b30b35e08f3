import { m } from '../../i18n/messages.ts'
import { resendVerification } from './account-requests.ts'
import { MailForm } from './mail-form.tsx'
import { OutboxLink } from './verification-notice.tsx'

/** Requests a new verification email if the link is no longer valid. */
export const ResendForm = () => (
  <MailForm
    request={resendVerification}
    failed={m.accounts_resend_failed()}
    submit={m.accounts_resend()}
    foot={<OutboxLink />}
  />
)
