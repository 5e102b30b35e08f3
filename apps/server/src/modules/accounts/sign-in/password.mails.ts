import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { RESET_LIFETIME } from '../mails/link-lifetimes.ts'
import { NOT_ME } from '../two-factor/not-me.mails.ts'

/** Email with the link for a forgotten password. */
export function newPassword(url: string): MailContent {
  return {
    subject: say`A new password for Nollie`,
    title: say`Choose a new password`,
    paragraphs: [
      say`You, or someone who knows your address, requested a new password for your Nollie account.`,
      say`The link works once and expires after ${RESET_LIFETIME / 60} minutes. Choosing a new password signs you out everywhere. After that, sign in with the new one.`,
    ],
    action: { label: say`Choose a new password`, url },
    footnote: say`If it wasn’t you, don’t open the link. Your password stays the same.`,
  }
}

/** Email to the owner of an account without a password. */
export function firstPassword(url: string): MailContent {
  return {
    subject: say`Choose a password for Nollie`,
    title: say`Choose your password`,
    paragraphs: [
      say`Your address is verified. There was more than one sign-up with different passwords, and we can’t tell which was yours, so your account has no password yet.`,
      say`Choose one now. The link works once and expires after ${RESET_LIFETIME / 60} minutes. After that, choose "Forgot your password?" on the sign-in page to get a new one.`,
    ],
    action: { label: say`Choose a password`, url },
  }
}

/** Email saying that the password was changed. */
export function passwordChanged(url: string, { elsewhere }: { elsewhere: boolean }): MailContent {
  return {
    subject: say`Your Nollie password was changed`,
    title: say`Your password was changed`,
    paragraphs: [
      elsewhere
        ? say`The password for your Nollie account was just changed, and all other devices were signed out.`
        : say`The password for your Nollie account was just changed, and every device was signed out.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}
