import { m } from '../../i18n/messages.ts'
import { resendVerification } from './accounts.ts'
import { MailForm } from './mail-form.tsx'
import { OutboxLink } from './verification-notice.tsx'

/** Asks for a fresh verification mail when the one at hand is no good. */
export const ResendForm = () => (
  <MailForm onSubmit={resendVerification} submit={m.auth_resend()} foot={<OutboxLink />} />
)
