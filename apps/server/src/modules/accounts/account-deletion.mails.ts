import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'
import { RESET_LIFE } from './link-life.ts'

/** The link that deletes an account without signing in. */
export const deletionLink = (url: string): MailContent => ({
  subject: 'Delete your Nollie account',
  title: 'Delete your account?',
  paragraphs: [
    'You, or someone who knows your address, asked to delete your Nollie account.',
    say`The page behind the link asks you once more before anything happens. The link works once, for ${RESET_LIFE / 60} minutes.`,
  ],
  action: { label: 'Delete my account', url },
  footnote: 'If it wasn’t you, don’t open the link, and nothing will change.',
})

/** To the owner of an account with two-step sign-in, which no mailbox alone deletes. */
export const deletionInSettings = (url: string): MailContent => ({
  subject: 'Delete your Nollie account',
  title: 'Delete your account?',
  paragraphs: [
    'You, or someone who knows your address, asked to delete your Nollie account.',
    'As your account has a two-step sign-in, please sign in and delete it in Settings. If you lost your second step, the sign-in page says how you get in without it.',
  ],
  action: { label: 'Open Settings', url },
  footnote: 'If it wasn’t you, you don’t have to do anything.',
})

/** The grace period has begun. */
export const deletionRequested = (publicUrl: URL, day: string): MailContent => ({
  subject: 'Your Nollie account will be deleted',
  title: say`Your account will be deleted on ${{ day }}`,
  paragraphs: [
    'As you asked, your page, your posts and everything you wrote are hidden now, and every device was signed out. Your spots stay on the map without your name.',
    say`If you change your mind, or if it wasn’t you, sign in before ${{ day }} and choose to keep your account. Everything will be as it was.`,
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
})

/** The deletion was taken back. */
export const deletionCancelled = (publicUrl: URL): MailContent => ({
  subject: 'Your Nollie account stays',
  title: 'Good to have you back',
  paragraphs: [
    'Your account will not be deleted; everything is as it was.',
    'If it wasn’t you who kept it, choose "Forgot your password?" on the sign-in page and set a new password at once.',
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
})

/** The account is deleted: the last mail to its address. */
export const accountDeleted = (): MailContent => ({
  subject: 'Your Nollie account has been deleted',
  title: 'Your account has been deleted',
  paragraphs: [
    'As you asked, your Nollie account has been deleted, and we no longer have your address.',
    'Thank you for every spot. You are welcome back any time, with a new account.',
  ],
})
