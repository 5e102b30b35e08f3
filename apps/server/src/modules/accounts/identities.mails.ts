import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'
import { RESET_LIFE } from './link-life.ts'

/** An identity was linked, with the link that undoes it. */
export const identityLinked = (
  url: string,
  { title, label }: { title: string; label: string | null },
): MailContent => ({
  subject: say`${title} now signs you in to Nollie`,
  title: say`You have a new way to sign in`,
  paragraphs: [
    say`${label ? `${title} (${label})` : title} was linked to your Nollie account just now. If that was you, there’s nothing to do.`,
    say`If it wasn’t you, undo it: linked accounts, passkeys and the phone number no longer sign in, every device is signed out, and you choose a new password. You can do that for ${ACCOUNT_LIMITS.undo_days} days.`,
  ],
  action: { label: say`It wasn’t me`, url },
})

/** An identity was unlinked. */
export const identityUnlinked = (publicUrl: URL, title: string): MailContent => ({
  subject: say`${title} no longer signs you in to Nollie`,
  title: say`A way to sign in was removed`,
  paragraphs: [
    say`${title} was unlinked from your Nollie account just now and no longer signs you in.`,
    say`If it wasn’t you, set a new password at once: choose "Forgot your password?" on the sign-in page.`,
  ],
  action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
})

/** To the owner who undid the linking of an identity. */
export const identityUndone = (url: string): MailContent => ({
  subject: say`Choose a new password for Nollie`,
  title: say`Choose a new password`,
  paragraphs: [
    say`The identity was unlinked, and every device was signed out. Whoever linked it could have known your password, so it no longer works.`,
    say`Choose a new one. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot your password?" on the sign-in page to get another.`,
  ],
  action: { label: say`Choose a new password`, url },
})
