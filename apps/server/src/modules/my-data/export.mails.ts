import { LIMITS } from '@nollie/contract/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'

/** Email content for a finished archive. The link works only when signed in to the account. */
export function exportReady(url: string): MailContent {
  return {
    subject: say`Your Nollie data is ready`,
    title: say`Your data is ready`,
    paragraphs: [
      say`Your Nollie data archive is ready. You can download it on any device where you’re signed in.`,
      say`We’ll delete it after ${LIMITS.export_days} days.`,
    ],
    action: { label: say`Download my data`, url },
    footnote: say`If you didn’t request it, someone else is signed in to your account, so change your password.`,
  }
}

/** Email content for an archive that failed. */
export function exportFailed(url: string): MailContent {
  return {
    subject: say`We couldn’t prepare your Nollie data`,
    title: say`Something went wrong`,
    paragraphs: [say`We couldn’t create the archive of your data. Please request it again.`],
    action: { label: say`Request again`, url },
  }
}

/** Email content for a suspended person's finished archive. The link works without signing in. */
export function exportForSuspended(url: string): MailContent {
  return {
    subject: say`Your Nollie data is ready`,
    title: say`Your data is ready`,
    paragraphs: [
      say`Your Nollie data archive is ready. Anyone with the link below can download it, so keep this email to yourself.`,
      say`We’ll delete it after ${LIMITS.export_days} days.`,
    ],
    action: { label: say`Download my data`, url },
  }
}
