import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { RESET_LIFETIME } from '../mails/link-lifetimes.ts'

/** Email for verifying the new address in an email change. */
export function newAddress(url: string): MailContent {
  return {
    subject: say`Confirm your new email for Nollie`,
    title: say`Confirm your new email`,
    paragraphs: [
      say`Someone wants to use this address for their Nollie account. If that was you, confirm it.`,
      say`The link works once and expires after 24 hours. Until you confirm, we’ll keep using your old address.`,
    ],
    action: { label: say`Confirm email`, url },
    footnote: say`If it wasn’t you, don’t open the link, and nothing will change.`,
  }
}

/** Email to the owner of an address that someone else tried to change to. */
export function addressInUse(): MailContent {
  return {
    subject: say`Your address is in use on Nollie`,
    title: say`You already have an account`,
    paragraphs: [
      say`Someone tried to use your address for another Nollie account. Nothing has changed: it still belongs to your account.`,
      say`If it was you, use another address there, or change this account’s address first.`,
    ],
    footnote: say`If it wasn’t you, you don’t need to do anything.`,
  }
}

/** Email to an account's former address, with a link that undoes the change. */
export function changedAddress(email: string, url: string): MailContent {
  return {
    subject: say`Your Nollie email was changed`,
    title: say`Your email was changed`,
    paragraphs: [
      say`Your Nollie account now uses ${email}. If that was you, there’s nothing to do.`,
      say`If it wasn’t you, undo it. We’ll sign out every device and ask you to choose a new password. You can do that for ${ACCOUNT_LIMITS.undo_days} days.`,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email to an owner who undid an email change. */
export function takenBackAddress(url: string): MailContent {
  return {
    subject: say`Your Nollie email is back`,
    title: say`Choose a new password`,
    paragraphs: [
      say`Your account has this address again, and every device was signed out. The person who changed it knew your password, so it no longer works.`,
      say`Choose a new one. The link works once and expires after ${RESET_LIFETIME / 60} minutes. After that, choose "Forgot your password?" on the sign-in page to get another.`,
    ],
    action: { label: say`Choose a new password`, url },
  }
}
