import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import type { JobKind, JobRun } from '../../platform/jobs/index.ts'
import { mailJob, type Mailer } from '../../platform/mail/index.ts'
import {
  addressInUse,
  alreadyMember,
  changedAddress,
  firstPassword,
  gone,
  leaveByLink,
  leaving,
  newAddress,
  newPassword,
  passwordChanged,
  stayed,
  takenBackAddress,
  verification,
} from './letters.ts'
import { findEmailChange } from './account-settings.queries.ts'
import {
  dropSignUp,
  findSignUp,
  findUser,
  findUserByEmail,
  findWaitingSignUp,
  renewSignUp,
} from './accounts.queries.ts'
import { type Auth, dayOf, RESET_LIFE } from './auth.ts'
import { linkToken } from './link-token.ts'
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
  /** `elsewhere`: by its owner, whose session goes on. */
  | { what: 'password_changed'; user_id: string; elsewhere?: boolean }
  | { what: 'email_wanted'; change_id: string }
  | { what: 'email_changed'; change_id: string }
  | { what: 'email_taken_back'; user_id: string }
  | { what: 'leave_wanted'; email: string }
  | { what: 'leaving'; user_id: string; due_at: string }
  | { what: 'stayed'; user_id: string }
  /** The account is gone, and with it every other trace of the address. */
  | { what: 'left'; email: string }

/** Mails about accounts. */
export const ACCOUNT_MAIL: JobKind<AccountEvent> = mailJob<AccountEvent>('account-mail')

export type MailDeps = { db: Db; auth: Auth; mailer: Mailer; secret: string; publicUrl: URL }

const linkTo = (publicUrl: URL, name: 'verify' | 'reset' | 'email' | 'undo', token: string): string => {
  const url = new URL('/auth', publicUrl)
  url.searchParams.set(name, token)
  return url.href
}

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
        const letter = passwordChanged(publicUrl, { elsewhere: data.elsewhere ?? false })
        return user && mailer.send({ id, to: user.email, letter })
      }
      case 'email_wanted': {
        const change = await findEmailChange(db, data.change_id)
        if (!change || change.changed_at !== null) return
        const taken = await findUserByEmail(db, change.new_email)
        const url = linkTo(publicUrl, 'email', linkToken(secret, 'change-email', change.id))
        return mailer.send({ id, to: change.new_email, letter: taken ? addressInUse() : newAddress(url) })
      }
      case 'email_changed': {
        const change = await findEmailChange(db, data.change_id)
        if (!change) return
        const url = linkTo(publicUrl, 'undo', linkToken(secret, 'undo-email', change.id))
        return mailer.send({ id, to: change.old_email, letter: changedAddress(change.new_email, url) })
      }
      case 'leave_wanted': {
        const user = await findUserByEmail(db, data.email)
        if (!user) return
        const url = new URL('/delete-account', publicUrl)
        url.searchParams.set('token', await newOneTimeToken(deps.auth, leaveIdentifier, user.id))
        return mailer.send({ id, to: user.email, letter: leaveByLink(url.href) })
      }
      case 'leaving': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, letter: leaving(publicUrl, dayOf(data.due_at)) })
      }
      case 'stayed': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, letter: stayed(publicUrl) })
      }
      case 'left':
        return mailer.send({ id, to: data.email, letter: gone() })
      case 'email_taken_back': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        return mailer.send({
          id,
          to: user.email,
          letter: takenBackAddress(linkTo(publicUrl, 'reset', token)),
        })
      }
    }
  }
}

/** The name under which better-auth keeps (a hash of) a reset token. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`

/** The same for the token of a link that deletes an account. */
export const leaveIdentifier = (token: string): string => `leave:${token}`

const newResetToken = (auth: Auth, userId: string) => newOneTimeToken(auth, resetIdentifier, userId)

const newOneTimeToken = async (
  auth: Auth,
  identifierOf: (token: string) => string,
  userId: string,
): Promise<string> => {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(32).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value: userId,
    expiresAt: new Date(Date.now() + RESET_LIFE * 1000),
  })
  return token
}
