import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { RESET_LIFETIME } from '../mails/link-lifetimes.ts'

/** Email with a link that deletes an account without signing in. */
export function deletionLink(url: string): MailContent {
  return {
    subject: say`Delete your Nollie account`,
    title: say`Delete your account?`,
    paragraphs: [
      say`You, or someone who knows your address, asked to delete your Nollie account.`,
      say`The link opens a page that asks you to confirm. It works once and expires after ${RESET_LIFETIME / 60} minutes.`,
    ],
    action: { label: say`Delete account`, url },
    footnote: say`If it wasn’t you, don’t open the link, and nothing will change.`,
  }
}

/** Email for accounts with two-step sign-in, which can't be deleted by anyone who only has access to the mailbox. */
export function deletionInSettings(url: string): MailContent {
  return {
    subject: say`Delete your Nollie account`,
    title: say`Delete your account?`,
    paragraphs: [
      say`You, or someone who knows your address, asked to delete your Nollie account.`,
      say`Your account uses two-step sign-in, so sign in and delete it in Settings. If you’ve lost your second factor, the sign-in page helps you get in without it.`,
    ],
    action: { label: say`Open Settings`, url },
    footnote: say`If it wasn’t you, you don’t need to do anything.`,
  }
}

/** Email saying that the grace period has started. */
export function deletionRequested(publicUrl: URL, day: string): MailContent {
  return {
    subject: say`Your Nollie account will be deleted`,
    title: say`Your account will be deleted on ${{ day }}`,
    paragraphs: [
      say`As you requested, your profile, your posts, and everything you wrote are now hidden, and every device was signed out. Your spots stay on the map without your name.`,
      say`If you change your mind, or if it wasn’t you, sign in before ${{ day }} and choose to keep your account. Everything will be restored.`,
    ],
    action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
  }
}

/** Email saying that the deletion was canceled. */
export function deletionCancelled(publicUrl: URL): MailContent {
  return {
    subject: say`Your Nollie account won’t be deleted`,
    title: say`Good to have you back`,
    paragraphs: [
      say`We canceled the deletion. Everything is restored.`,
      say`If it wasn’t you, choose "Forgot your password?" on the sign-in page and set a new password now.`,
    ],
    action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
  }
}

/** The last email to this address, saying that the account was deleted. */
export function accountDeleted(): MailContent {
  return {
    subject: say`Your Nollie account has been deleted`,
    title: say`Your account has been deleted`,
    paragraphs: [
      say`As you requested, your Nollie account has been deleted, and we no longer have your address.`,
      say`Thanks for every spot. You’re welcome back any time, with a new account.`,
    ],
  }
}
