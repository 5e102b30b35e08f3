import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'
import { RESET_LIFE } from './auth.ts'

// The texts of the mails about accounts.

/** What the button "This was not me" of a mail does. */
export const NOT_ME = say`If it wasn’t you, press the button: every device is signed out, the password, passkeys, phone number and linked accounts no longer sign in, and we send you a link for a new password. It works for ${ACCOUNT_LIMITS.not_me_days} days.`

/** To prove the address of a sign-up. */
export const verification = (username: string, url: string): MailContent => ({
  subject: 'Verify your email for Nollie',
  title: 'One push and you are in',
  paragraphs: [
    say`Someone signed up for Nollie as ${username} with this address. If it was you, verify it, then sign in with the password you chose.`,
    'The link works once, for 24 hours.',
  ],
  action: { label: 'Verify email', url },
  footnote:
    'If it wasn’t you, don’t open the link: without it there is no account, and we won’t write again.',
})

/** To the owner of an address somebody signed up with. */
export const alreadyMember = (publicUrl: URL): MailContent => ({
  subject: 'You already have a Nollie account',
  title: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up for Nollie with your address. Nothing has changed: your account, your name and your password are as they were.',
    'If it was you, just sign in. If you don’t remember your password, choose "Forgot your password?" there.',
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
  footnote: 'If it wasn’t you, you don’t have to do anything.',
})

/** The code that signs in, and its link. */
export const signInCode = (code: string, url: string, { isMember }: { isMember: boolean }): MailContent => ({
  subject: say`Your Nollie code is ${code}`,
  title: say`Your code is ${code}`,
  paragraphs: [
    isMember
      ? 'Enter it where you asked for it, and you’re signed in to Nollie.'
      : 'Enter it where you asked for it, choose a username, and you’re part of Nollie.',
    say`The code works once, for ${ACCOUNT_LIMITS.code_minutes} minutes. On the device where you asked, the button does the same.`,
  ],
  action: { label: isMember ? 'Sign in' : 'Continue', url },
  footnote:
    'If you didn’t ask for it, don’t tell anybody the code: without it nobody gets in, and you don’t have to do anything.',
})

/** The code that proves to a session who its owner is. */
export const proofCode = (code: string): MailContent => ({
  subject: say`Your Nollie code is ${code}`,
  title: say`Your code is ${code}`,
  paragraphs: [
    'Someone who is signed in to your Nollie account wants to change how you sign in, or to delete the account. If it is you, enter the code there.',
    say`The code works once, for ${ACCOUNT_LIMITS.code_minutes} minutes, and only on that device.`,
  ],
  footnote:
    'If it isn’t you, don’t tell anybody the code. End the sessions you don’t know in your settings, and change your password.',
})

/** The link for a forgotten password. */
export const newPassword = (url: string): MailContent => ({
  subject: 'A new password for Nollie',
  title: 'Choose a new password',
  paragraphs: [
    'You, or someone who knows your address, asked for a new password for your Nollie account.',
    say`The link works once, for ${RESET_LIFE / 60} minutes. After that you’re signed out everywhere and can sign in with the new password.`,
  ],
  action: { label: 'Choose a new password', url },
  footnote: 'If it wasn’t you, don’t open the link: your password stays as it is.',
})

/** To the owner of an account that has no password yet. */
export const firstPassword = (url: string): MailContent => ({
  subject: 'Choose a password for Nollie',
  title: 'Choose your password',
  paragraphs: [
    'Your address is verified. More than one sign-up with different passwords was waiting for it, and we can’t know which was yours, so your account has no password yet.',
    say`Choose one now. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot your password?" on the sign-in page to get another.`,
  ],
  action: { label: 'Choose a password', url },
})

/** The password was changed. */
export const passwordChanged = (url: string, { elsewhere }: { elsewhere: boolean }): MailContent => ({
  subject: 'Your Nollie password was changed',
  title: 'Your password was changed',
  paragraphs: [
    elsewhere
      ? 'The password of your Nollie account was changed just now, and every other device was signed out.'
      : 'The password of your Nollie account was changed just now, and every device was signed out.',
    NOT_ME,
  ],
  action: { label: 'This was not me', url },
})

/** An access token was made. */
export const tokenMade = (url: string, name: string): MailContent => ({
  subject: 'A new access token for your Nollie account',
  title: 'You have a new access token',
  paragraphs: [
    say`The access token "${name}" was made for your Nollie account just now. Whoever has it can do what you allowed it, without your password.`,
    NOT_ME,
  ],
  action: { label: 'This was not me', url },
})

/** Ways of signing in, by the names that sessions have for them. */
const WAYS: Readonly<Record<string, Sentence>> = {
  password: say`with the password`,
  code: say`with a code by email`,
  passkey: say`with a passkey`,
  phone: say`with a code by phone`,
  wallet: say`with a wallet`,
  provider: say`with a linked account`,
}

/** The account was used on a device where it was not before. */
export const deviceNew = (
  url: string,
  { name, way, at }: { name: string; way: string; at: string },
): MailContent => ({
  subject: 'A new sign-in to your Nollie account',
  title: 'Your account was used on a new device',
  paragraphs: [
    WAYS[way]
      ? say`Someone signed in to your Nollie account ${WAYS[way]}, in ${name}, on ${{ moment: at }} UTC. If that was you, there’s nothing to do.`
      : say`Someone signed in to your Nollie account, in ${name}, on ${{ moment: at }} UTC. If that was you, there’s nothing to do.`,
    NOT_ME,
  ],
  action: { label: 'This was not me', url },
})

/** An identity was linked, with the link that undoes it. */
export const identityLinked = (
  url: string,
  { title, label }: { title: string; label: string | null },
): MailContent => ({
  subject: say`${title} now signs you in to Nollie`,
  title: 'You have a new way to sign in',
  paragraphs: [
    say`${label ? `${title} (${label})` : title} was linked to your Nollie account just now. If that was you, there’s nothing to do.`,
    say`If it wasn’t you, undo it: linked accounts, passkeys and the phone number no longer sign in, every device is signed out, and you choose a new password. You can do that for ${ACCOUNT_LIMITS.undo_days} days.`,
  ],
  action: { label: 'It wasn’t me', url },
})

/** An identity was unlinked. */
export const identityUnlinked = (publicUrl: URL, title: string): MailContent => ({
  subject: say`${title} no longer signs you in to Nollie`,
  title: 'A way to sign in was removed',
  paragraphs: [
    say`${title} was unlinked from your Nollie account just now and no longer signs you in.`,
    'If it wasn’t you, set a new password at once: choose "Forgot your password?" on the sign-in page.',
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
})

/** To the owner who undid the linking of an identity. */
export const identityUndone = (url: string): MailContent => ({
  subject: 'Choose a new password for Nollie',
  title: 'Choose a new password',
  paragraphs: [
    'The identity was unlinked, and every device was signed out. Whoever linked it could have known your password, so it no longer works.',
    say`Choose a new one. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot your password?" on the sign-in page to get another.`,
  ],
  action: { label: 'Choose a new password', url },
})

/** A passkey was added. */
export const passkeyAdded = (url: string, name: string): MailContent => ({
  subject: 'A new passkey for your Nollie account',
  title: 'You have a new passkey',
  paragraphs: [
    say`The passkey "${name}" was added to your Nollie account just now. Whoever has the device with it can sign in.`,
    NOT_ME,
  ],
  action: { label: 'This was not me', url },
})

/** A passkey was removed. */
export const passkeyRemoved = (url: string, name: string): MailContent => ({
  subject: 'A passkey of your Nollie account was removed',
  title: 'A passkey was removed',
  paragraphs: [
    say`The passkey "${name}" was removed from your Nollie account just now; it signs in no more.`,
    NOT_ME,
  ],
  action: { label: 'This was not me', url },
})

/** To prove the address somebody wants to change to. */
export const newAddress = (url: string): MailContent => ({
  subject: 'Confirm your new email for Nollie',
  title: 'Confirm your new email',
  paragraphs: [
    'Someone wants to use this address for their Nollie account. If that was you, confirm it.',
    'The link works once, for 24 hours. Until then, your old address stays.',
  ],
  action: { label: 'Confirm email', url },
  footnote: 'If it wasn’t you, don’t open the link, and nothing will change.',
})

/** To the owner of an address that somebody else wanted to change to. */
export const addressInUse = (): MailContent => ({
  subject: 'Your address is in use on Nollie',
  title: 'You already have an account',
  paragraphs: [
    'Someone tried to use your address for another Nollie account. Nothing has changed: it still belongs to your account.',
    'If it was you, use another address there, or change this account’s address first.',
  ],
  footnote: 'If it wasn’t you, you don’t have to do anything.',
})

/** To the former address of an account, with the link that undoes the change. */
export const changedAddress = (email: string, url: string): MailContent => ({
  subject: 'Your Nollie email was changed',
  title: 'Your email was changed',
  paragraphs: [
    say`Your Nollie account now uses ${email}. If that was you, there’s nothing to do.`,
    say`If it wasn’t you, undo it: every device is signed out, and you choose a new password. You can do that for ${ACCOUNT_LIMITS.undo_days} days.`,
  ],
  action: { label: 'It wasn’t me', url },
})

/** To the owner who undid a change of address. */
export const takenBackAddress = (url: string): MailContent => ({
  subject: 'Your Nollie email is back',
  title: 'Choose a new password',
  paragraphs: [
    'Your account has this address again, and every device was signed out. Whoever changed it knew your password, so it no longer works.',
    say`Choose a new one. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot your password?" on the sign-in page to get another.`,
  ],
  action: { label: 'Choose a new password', url },
})

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
