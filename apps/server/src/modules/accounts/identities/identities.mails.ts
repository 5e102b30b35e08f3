import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { RESET_LIFETIME } from '../mails/link-lifetimes.ts'

/** Email about a new linked identity, with a link that undoes it. */
export function identityLinked(
  url: string,
  { title, label }: { title: string; label: string | null },
): MailContent {
  return {
    subject: say`You can now sign in to Nollie with ${title}`,
    title: say`You have a new sign-in method`,
    paragraphs: [
      say`${label ? `${title} (${label})` : title} was just linked to your Nollie account. If that was you, there’s nothing to do.`,
      say`If it wasn’t you, undo it. We’ll turn off linked accounts, passkeys, and the phone number, sign out every device, and ask you to choose a new password. You can do that for ${ACCOUNT_LIMITS.undo_days} days.`,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that an identity was unlinked. */
export function identityUnlinked(publicUrl: URL, title: string): MailContent {
  return {
    subject: say`You can no longer sign in to Nollie with ${title}`,
    title: say`A sign-in method was removed`,
    paragraphs: [
      say`${title} was just unlinked from your Nollie account. You can no longer sign in with it.`,
      say`If it wasn’t you, choose "Forgot your password?" on the sign-in page and set a new password now.`,
    ],
    action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
  }
}

/** Email to an owner who undid the linking of an identity. */
export function identityUndone(url: string): MailContent {
  return {
    subject: say`Choose a new password for Nollie`,
    title: say`Choose a new password`,
    paragraphs: [
      say`We unlinked it and signed out every device. The person who linked it may know your password, so it no longer works.`,
      say`Choose a new one. The link works once and expires after ${RESET_LIFETIME / 60} minutes. After that, choose "Forgot your password?" on the sign-in page to get another.`,
    ],
    action: { label: say`Choose a new password`, url },
  }
}
