import { LIMITS } from '@nollie/contract/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'

/** The archive is ready. The link works only for a session of the account. */
export const exportReady = (url: string): MailContent => ({
  subject: say`Your Nollie data is ready`,
  title: say`Your data is ready`,
  paragraphs: [
    say`The archive of everything of yours on Nollie is ready. You can download it where you’re signed in.`,
    say`It’s kept for ${LIMITS.export_days} days, then deleted.`,
  ],
  action: { label: say`Download my data`, url },
  footnote: say`If you didn’t ask for it, someone else is signed in to your account: change your password.`,
})

/** The archive failed. */
export const exportFailed = (url: string): MailContent => ({
  subject: say`Your Nollie data could not be prepared`,
  title: say`That did not work`,
  paragraphs: [say`The archive of your data could not be made. Please ask for it again.`],
  action: { label: say`Ask again`, url },
})

/** The archive of a suspended person; the link needs no session. */
export const exportForSuspended = (url: string): MailContent => ({
  subject: say`Your Nollie data is ready`,
  title: say`Your data is ready`,
  paragraphs: [
    say`The archive of everything of yours on Nollie is ready. Anyone with the link below can download it, so keep this email to yourself.`,
    say`It’s kept for ${LIMITS.export_days} days, then deleted.`,
  ],
  action: { label: say`Download my data`, url },
})
