import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'
import { RESET_LIFE } from './link-life.ts'

/** The link that deletes an account without signing in. */
export const deletionLink = (url: string): MailContent => ({
  subject: say`Delete your Nollie account`,
  title: say`Delete your account?`,
  paragraphs: [
    say`You, or someone who knows your address, asked to delete your Nollie account.`,
    say`The page behind the link asks you once more before anything happens. The link works once, for ${RESET_LIFE / 60} minutes.`,
  ],
  action: { label: say`Delete my account`, url },
  footnote: say`If it wasn’t you, don’t open the link, and nothing will change.`,
})

/** To the owner of an account with two-step sign-in, which no mailbox alone deletes. */
export const deletionInSettings = (url: string): MailContent => ({
  subject: say`Delete your Nollie account`,
  title: say`Delete your account?`,
  paragraphs: [
    say`You, or someone who knows your address, asked to delete your Nollie account.`,
    say`As your account has a two-step sign-in, please sign in and delete it in Settings. If you lost your second step, the sign-in page says how you get in without it.`,
  ],
  action: { label: say`Open Settings`, url },
  footnote: say`If it wasn’t you, you don’t have to do anything.`,
})

/** The grace period has begun. */
export const deletionRequested = (publicUrl: URL, day: string): MailContent => ({
  subject: say`Your Nollie account will be deleted`,
  title: say`Your account will be deleted on ${{ day }}`,
  paragraphs: [
    say`As you asked, your page, your posts and everything you wrote are hidden now, and every device was signed out. Your spots stay on the map without your name.`,
    say`If you change your mind, or if it wasn’t you, sign in before ${{ day }} and choose to keep your account. Everything will be as it was.`,
  ],
  action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
})

/** The deletion was taken back. */
export const deletionCancelled = (publicUrl: URL): MailContent => ({
  subject: say`Your Nollie account stays`,
  title: say`Good to have you back`,
  paragraphs: [
    say`Your account will not be deleted; everything is as it was.`,
    say`If it wasn’t you who kept it, choose "Forgot your password?" on the sign-in page and set a new password at once.`,
  ],
  action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
})

/** The account is deleted: the last mail to its address. */
export const accountDeleted = (): MailContent => ({
  subject: say`Your Nollie account has been deleted`,
  title: say`Your account has been deleted`,
  paragraphs: [
    say`As you asked, your Nollie account has been deleted, and we no longer have your address.`,
    say`Thank you for every spot. You are welcome back any time, with a new account.`,
  ],
})
