import { LIMITS } from '@nollie/contract/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'

/** The archive is ready. The link works only for a session of the account. */
export const exportReady = (url: string): MailContent => ({
  subject: say`Your Nollie data is ready`,
  title: say`Your data is ready`,
  paragraphs: [
    say`Your Nollie data archive is ready. You can download it where you’re signed in.`,
    say`We’ll delete it after ${LIMITS.export_days} days.`,
  ],
  action: { label: say`Download my data`, url },
  footnote: say`If you didn’t request it, someone else is signed in to your account, so change your password.`,
})

/** The archive failed. */
export const exportFailed = (url: string): MailContent => ({
  subject: say`We couldn’t prepare your Nollie data`,
  title: say`Something went wrong`,
  paragraphs: [say`We couldn’t create the archive of your data. Please request it again.`],
  action: { label: say`Request again`, url },
})

/** The archive of a suspended person; the link needs no session. */
export const exportForSuspended = (url: string): MailContent => ({
  subject: say`Your Nollie data is ready`,
  title: say`Your data is ready`,
  paragraphs: [
    say`Your Nollie data archive is ready. Anyone with the link below can download it, so keep this email to yourself.`,
    say`We’ll delete it after ${LIMITS.export_days} days.`,
  ],
  action: { label: say`Download my data`, url },
})
