import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { type JobKind, type JobRun, jobKind } from '../../platform/jobs/index.ts'
import type { Letter, Mailer } from '../../platform/mail/index.ts'
import {
  dropSignUp,
  findSignUp,
  findUser,
  findUserByEmail,
  findWaitingSignUp,
  renewSignUp,
} from './accounts.queries.ts'
import { type Auth, RESET_LIFE } from './auth.ts'
import { verifyToken } from './verify-token.ts'

/**
 * What happened that a mail may follow from. Whether one does, and which, is found out by the worker: requests do the
 * same work for known and unknown addresses.
 */
export type AccountEvent =
  | { what: 'signed_up'; sign_up_id: string }
  | { what: 'verification_wanted'; email: string }
  | { what: 'reset_wanted'; email: string }
  | { what: 'password_missing'; user_id: string }
  | { what: 'password_changed'; user_id: string }

/** Retried for more than half a day, at first quickly, then every ten minutes. */
export const ACCOUNT_MAIL: JobKind<AccountEvent> = jobKind<AccountEvent>({
  name: 'account-mail',
  retries: 100,
  retryDelay: 2,
  retryDelayMax: 600,
  expireInSeconds: 90,
  heartbeatSeconds: 10,
  concurrency: 2,
})

export type MailDeps = { db: Db; auth: Auth; mailer: Mailer; secret: string; publicUrl: URL }

const linkTo = (publicUrl: URL, name: 'verify' | 'reset', token: string): string => {
  const url = new URL('/auth', publicUrl)
  url.searchParams.set(name, token)
  return url.href
}

const verification = (username: string, url: string): Letter => ({
  subject: 'Verify your email for Nollie',
  title: 'One push and you are in',
  paragraphs: [
    `Somebody signed up for Nollie as ${username} with this address. If that was you, verify it, then sign in with the password you chose.`,
    'The link works once, for 24 hours.',
  ],
  action: { label: 'Verify email', url },
  footnote:
    'If this was not you, do not open the link: without it there is no account, and we will not write again.',
})

const alreadyMember = (publicUrl: URL): Letter => ({
  subject: 'You already have a Nollie account',
  title: 'You already have an account',
  paragraphs: [
    'Somebody tried to sign up for Nollie with your address. Nothing has changed: your account, your name and your password are as they were.',
    'If it was you, just sign in. If you do not remember your password, choose "Forgot password?" there.',
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
  footnote: 'If it was not you, you do not have to do anything.',
})

const newPassword = (url: string): Letter => ({
  subject: 'A new password for Nollie',
  title: 'Choose a new password',
  paragraphs: [
    'You, or somebody who knows your address, asked for a new password for your Nollie account.',
    `The link works once, for ${RESET_LIFE / 60} minutes. After that you are signed out everywhere and sign in with the new password.`,
  ],
  action: { label: 'Choose a new password', url },
  footnote: 'If it was not you, do not open the link: your password stays as it is.',
})

const firstPassword = (url: string): Letter => ({
  subject: 'Choose a password for Nollie',
  title: 'Choose your password',
  paragraphs: [
    'Your address is verified. More than one sign-up with different passwords was waiting for it, and we cannot know which of them was yours, so your account has no password yet.',
    `Choose one now. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot password?" on the sign-in page for another one.`,
  ],
  action: { label: 'Choose a password', url },
})

const passwordChanged = (publicUrl: URL): Letter => ({
  subject: 'Your Nollie password was changed',
  title: 'Your password was changed',
  paragraphs: [
    'The password of your Nollie account was changed just now, and every device was signed out.',
    'If it was not you, set a new password at once: choose "Forgot password?" on the sign-in page.',
  ],
  action: { label: 'Sign in', url: new URL('/auth', publicUrl).href },
})

/** Works out what an event means for whom, and sends it. Throws when the mail could not be sent yet. */
export const accountMails = (deps: MailDeps) => {
  const { db, mailer, secret, publicUrl } = deps

  const sendVerification = async (
    id: string,
    to: { id: string; email: string; display_username: string },
  ) => {
    await renewSignUp(db, to.id)
    const url = linkTo(publicUrl, 'verify', verifyToken(secret, to.id))
    await mailer.send({ id, to: to.email, letter: verification(to.display_username, url) })
  }

  return async ({ id, data }: JobRun<AccountEvent>): Promise<void> => {
    switch (data.what) {
      case 'signed_up': {
        const signUp = await findSignUp(db, data.sign_up_id)
        if (!signUp) return
        if (!(await findUserByEmail(db, signUp.email))) return sendVerification(id, signUp)
        await mailer.send({ id, to: signUp.email, letter: alreadyMember(publicUrl) })
        return dropSignUp(db, signUp.id)
      }
      case 'verification_wanted': {
        const signUp = await findWaitingSignUp(db, data.email)
        if (signUp) await sendVerification(id, signUp)
        return
      }
      case 'reset_wanted': {
        const user = await findUserByEmail(db, data.email)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        return mailer.send({ id, to: user.email, letter: newPassword(linkTo(publicUrl, 'reset', token)) })
      }
      case 'password_missing': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        return mailer.send({ id, to: user.email, letter: firstPassword(linkTo(publicUrl, 'reset', token)) })
      }
      case 'password_changed': {
        const user = await findUser(db, data.user_id)
        if (user) await mailer.send({ id, to: user.email, letter: passwordChanged(publicUrl) })
      }
    }
  }
}

/** The name under which better-auth keeps (a hash of) a reset token. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`

const newResetToken = async (auth: Auth, userId: string): Promise<string> => {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(32).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: resetIdentifier(token),
    value: userId,
    expiresAt: new Date(Date.now() + RESET_LIFE * 1000),
  })
  return token
}
