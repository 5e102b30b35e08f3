import { randomBytes } from 'node:crypto'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { LanguageCode } from '@nollie/contract/languages'
import type { Db } from '../../db/open.ts'
import type { JobKind, JobRun, Jobs } from '../../platform/jobs/index.ts'
import { mailJob, type Mailer, mailLookupJob } from '../../platform/mail/index.ts'
import {
  accountDeleted,
  deletionCancelled,
  deletionInSettings,
  deletionLink,
  deletionRequested,
} from './account-deletion.mails.ts'
import { addressInUse, changedAddress, newAddress, takenBackAddress } from './email-change.mails.ts'
import { passkeyAdded, passkeyRemoved } from './passkeys.mails.ts'
import { identityLinked, identityUndone, identityUnlinked } from './identities.mails.ts'
import { deviceNew } from './used-devices.mails.ts'
import { tokenMade } from './tokens.mails.ts'
import { firstPassword, newPassword, passwordChanged } from './password.mails.ts'
import { proofCode } from './proofs.mails.ts'
import { signInCode } from './codes.mails.ts'
import { alreadyMember, verification } from './sign-up.mails.ts'
import { type FactorEvent, safetyLink, sendFactorMail } from './send-factor-mail.ts'
import { phoneAdded, phoneLost, phoneRemoved } from './phones.mails.ts'
import { findEmailChange } from './email-change.queries.ts'
import { findUser, findUserByEmail, notMeValue } from './accounts.queries.ts'
import { dropSignUp, findSignUp, findWaitingSignUp, renewSignUp } from './sign-ups.queries.ts'
import { type Auth, RESET_LIFE } from './better-auth.ts'
import { codeOf } from './code-of.ts'
import { findCode, renewCode } from './codes.queries.ts'
import { hasFactor } from './factors.queries.ts'
import { findLinkedIdentity } from './identities.queries.ts'
import { linkToken } from './link-token.ts'
import { verifyToken } from './verify-token.ts'

/** An event of an account, about which its owner gets a mail. */
export type AccountEvent =
  | { what: 'password_missing'; user_id: string }
  /** `elsewhere`: the owner changed it in a session, which goes on. */
  | { what: 'password_changed'; user_id: string; elsewhere?: boolean }
  | { what: 'token_made' | 'passkey_added' | 'passkey_removed'; user_id: string; name: string }
  /** `name`: the last digits of the number. */
  | { what: 'phone_added' | 'phone_removed' | 'phone_lost'; user_id: string; name: string }
  /** The account was used on a device where it was not before. */
  | { what: 'device_new'; user_id: string; name: string; way: string; at: string }
  | { what: 'identity_linked'; identity_id: string; title: string }
  | { what: 'identity_unlinked'; user_id: string; title: string }
  | { what: 'identity_undone'; user_id: string }
  | { what: 'email_wanted'; change_id: string }
  | { what: 'email_changed'; change_id: string }
  | { what: 'email_taken_back'; user_id: string }
  | { what: 'leaving'; user_id: string; due_at: string }
  | { what: 'stayed'; user_id: string }
  | FactorEvent
  /** A code with which a session proves itself. */
  | { what: 'code'; code_id: string }
  /** The account is deleted, so the address is part of the job. */
  | { what: 'left'; email: string }

/** The language of the page where a mail was asked for, for receivers who chose none. */
type InLanguage = { language?: LanguageCode }

/** @see InLanguage */
export const languageIn = ({ language }: { language?: LanguageCode | null }): InLanguage =>
  language ? { language } : {}

/** A request for a mail, which anybody can send for any address. */
export type MailRequest = InLanguage &
  (
    | { what: 'verification_wanted' | 'reset_wanted' | 'leave_wanted'; email: string }
    | { what: 'code_wanted'; code_id: string }
  )

/** The mail that such a request causes when the address is known. */
export type RequestedMail = InLanguage &
  (
    | { what: 'verification'; sign_up_id: string }
    | { what: 'reset' | 'leave'; user_id: string }
    | { what: 'code'; code_id: string }
  )

/** The mail to an address that may have no account yet. */
export type SignUpMail = InLanguage & ({ sign_up_id: string } | { code_id: string })

// Four queues, so that mails for strangers never delay mails for members (docs/decisions/0032-mail-queues.md).

/** Mails to members about their accounts. */
export const ACCOUNT_MAIL: JobKind<AccountEvent> = mailJob<AccountEvent>('account-mail')

/** The mail of a sign-up. The worker checks whether the address is known, so that requests take the same time for all. */
export const SIGN_UP_MAIL: JobKind<SignUpMail> = mailJob<SignUpMail>('sign-up-mail')

/** Requests for mails; the worker checks whether the address is known, for the same reason. */
export const MAIL_REQUEST: JobKind<MailRequest> = mailLookupJob<MailRequest>('mail-request')

/** The mails that such requests cause. */
export const REQUESTED_MAIL: JobKind<RequestedMail> = mailJob<RequestedMail>('requested-mail')

const NAMED_MAILS = {
  token_made: tokenMade,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  phone_added: phoneAdded,
  phone_removed: phoneRemoved,
}

export type MailDeps = { db: Db; auth: Auth; mailer: Mailer; secret: string; publicUrl: URL }

const linkTo = (publicUrl: URL, name: 'verify' | 'reset' | 'email' | 'undo', token: string): string => {
  const url = new URL('/auth', publicUrl)
  url.searchParams.set(name, token)
  return url.href
}

const sendVerification = async (
  { db, mailer, secret, publicUrl }: MailDeps,
  id: string,
  to: { id: string; email: string; display_username: string; next: string | null },
  inLanguage: InLanguage,
): Promise<void> => {
  await renewSignUp(db, to.id)
  const url = new URL(linkTo(publicUrl, 'verify', verifyToken(secret, to.id)))
  if (to.next) url.searchParams.set('next', to.next)
  await mailer.send({ id, to: to.email, content: verification(to.display_username, url.href), ...inLanguage })
}

/** Sends the mail of a sign-up: the link that verifies it, or, for a member's address, that there is an account. */
export const signUpMails =
  (deps: MailDeps) =>
  async ({ id, data }: JobRun<SignUpMail>): Promise<void> => {
    const { db, mailer, publicUrl } = deps
    if ('code_id' in data) return sendCode(deps, id, data)
    const signUp = await findSignUp(db, data.sign_up_id)
    if (!signUp) return
    if (!(await findUserByEmail(db, signUp.email)))
      return sendVerification(deps, id, signUp, languageIn(data))
    await mailer.send({ id, to: signUp.email, content: alreadyMember(publicUrl), ...languageIn(data) })
    return dropSignUp(db, signUp.id)
  }

const sendCode = async (
  { db, mailer, secret, publicUrl }: MailDeps,
  id: string,
  { code_id, language }: InLanguage & { code_id: string },
): Promise<void> => {
  if (!(await renewCode(db, code_id))) return
  const found = await findCode(db, code_id)
  if (!found) return
  const code = codeOf(secret, code_id)
  const inLanguage = languageIn({ language: language ?? null })
  if (found.session_id) return mailer.send({ id, to: found.email, content: proofCode(code), ...inLanguage })
  const url = new URL('/auth/code', publicUrl)
  // After #, where no server sees it.
  url.hash = new URLSearchParams({
    id: code_id,
    token: linkToken(secret, 'sign-in-code', code_id),
    code,
  }).toString()
  const isMember = (await findUserByEmail(db, found.email)) !== undefined
  const content = signInCode(code, url.href, { isMember })
  await mailer.send({ id, to: found.email, content, ...inLanguage })
}

/** Queues the mail of a request. It has the request's id, so that a request processed twice still sends one mail. */
export const mailRequests =
  ({ db, jobs }: { db: Db; jobs: Jobs }) =>
  async ({ id, data }: JobRun<MailRequest>): Promise<void> => {
    if (data.what === 'code_wanted') return queueCode({ db, jobs }, id, data)
    const { what, email } = data
    if (what === 'verification_wanted') {
      const signUp = await findWaitingSignUp(db, email)
      if (signUp)
        await jobs.send(
          db,
          REQUESTED_MAIL,
          { what: 'verification', sign_up_id: signUp.id, ...languageIn(data) },
          { id },
        )
      return
    }
    const user = await findUserByEmail(db, email)
    const mail = what === 'reset_wanted' ? 'reset' : 'leave'
    if (user)
      await jobs.send(db, REQUESTED_MAIL, { what: mail, user_id: user.id, ...languageIn(data) }, { id })
  }

const queueCode = async (
  { db, jobs }: { db: Db; jobs: Jobs },
  id: string,
  { code_id, ...rest }: InLanguage & { code_id: string },
): Promise<void> => {
  const code = await findCode(db, code_id)
  if (!code) return
  if (await findUserByEmail(db, code.email))
    await jobs.send(db, REQUESTED_MAIL, { what: 'code', code_id, ...languageIn(rest) }, { id })
  else if (code.creates_account) await jobs.send(db, SIGN_UP_MAIL, { code_id, ...languageIn(rest) }, { id })
}

/** Sends a requested mail. */
export const requestedMails =
  (deps: MailDeps) =>
  async ({ id, data }: JobRun<RequestedMail>): Promise<void> => {
    const { db, auth, mailer, publicUrl } = deps
    if (data.what === 'verification') {
      const signUp = await findSignUp(db, data.sign_up_id)
      if (signUp) await sendVerification(deps, id, signUp, languageIn(data))
      return
    }
    if (data.what === 'code') return sendCode(deps, id, data)
    const inLanguage = languageIn(data)
    const user = await findUser(db, data.user_id)
    if (!user) return
    if (data.what === 'reset') {
      const token = await newResetToken(auth, user.id)
      return mailer.send({
        id,
        to: user.email,
        content: newPassword(linkTo(publicUrl, 'reset', token)),
        ...inLanguage,
      })
    }
    if (await hasFactor(db, user.id)) {
      const content = deletionInSettings(new URL('/settings', publicUrl).href)
      return mailer.send({ id, to: user.email, content, ...inLanguage })
    }
    const url = new URL('/delete-account', publicUrl)
    url.searchParams.set('token', await newOneTimeToken(auth, deletionIdentifier, user.id))
    return mailer.send({ id, to: user.email, content: deletionLink(url.href), ...inLanguage })
  }

/** Sends the mail about an event. Throws when the mail server refuses, so that the job runs again. */
export const accountMails =
  (deps: MailDeps) =>
  async ({ id, data }: JobRun<AccountEvent>): Promise<void> => {
    const { db, mailer, secret, publicUrl } = deps
    switch (data.what) {
      case 'password_missing': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        return mailer.send({ id, to: user.email, content: firstPassword(linkTo(publicUrl, 'reset', token)) })
      }
      case 'password_changed': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await newTokenOf(deps.auth)('not_me', user.id))
        const content = passwordChanged(url, { elsewhere: data.elsewhere ?? false })
        return mailer.send({ id, to: user.email, content })
      }
      case 'token_made':
      case 'passkey_added':
      case 'passkey_removed':
      case 'phone_added':
      case 'phone_removed': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await newTokenOf(deps.auth)('not_me', user.id))
        return mailer.send({ id, to: user.email, content: NAMED_MAILS[data.what](url, data.name) })
      }
      case 'phone_lost': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: phoneLost(publicUrl, data.name) })
      }
      case 'device_new': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await newTokenOf(deps.auth)('not_me', user.id))
        return mailer.send({ id, to: user.email, content: deviceNew(url, data) })
      }
      case 'identity_linked': {
        const identity = await findLinkedIdentity(db, data.identity_id)
        if (!identity) return
        const url = new URL('/auth/undo-identity', publicUrl)
        url.hash = `token=${linkToken(secret, 'undo-identity', identity.id)}`
        const content = identityLinked(url.href, { title: data.title, label: identity.label })
        return mailer.send({ id, to: identity.email, content })
      }
      case 'identity_unlinked': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: identityUnlinked(publicUrl, data.title) })
      }
      case 'identity_undone': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        const content = identityUndone(linkTo(publicUrl, 'reset', token))
        return mailer.send({ id, to: user.email, content })
      }
      case 'email_wanted': {
        const change = await findEmailChange(db, data.change_id)
        if (!change || change.changed_at !== null) return
        const taken = await findUserByEmail(db, change.new_email)
        const url = linkTo(publicUrl, 'email', linkToken(secret, 'change-email', change.id))
        return mailer.send({ id, to: change.new_email, content: taken ? addressInUse() : newAddress(url) })
      }
      case 'email_changed': {
        const change = await findEmailChange(db, data.change_id)
        if (!change) return
        const url = linkTo(publicUrl, 'undo', linkToken(secret, 'undo-email', change.id))
        return mailer.send({ id, to: change.old_email, content: changedAddress(change.new_email, url) })
      }
      case 'leaving': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: deletionRequested(publicUrl, data.due_at) })
      }
      case 'stayed': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: deletionCancelled(publicUrl) })
      }
      case 'code':
        return sendCode(deps, id, data)
      case 'factor_added':
      case 'factor_removed':
      case 'recovery_begun':
      case 'recovery_due':
      case 'account_closed':
      case 'recovery_codes_made':
      case 'recovery_code_used':
        return sendFactorMail({ ...deps, newToken: newTokenOf(deps.auth) }, id, data)
      case 'left':
        return mailer.send({ id, to: data.email, content: accountDeleted() })
      case 'email_taken_back': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await newResetToken(deps.auth, user.id)
        const url = linkTo(publicUrl, 'reset', token)
        return mailer.send({ id, to: user.email, content: takenBackAddress(url) })
      }
    }
  }

/** The name under which better-auth stores (the hash of) a reset token. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`

/** The name of the token in a link that deletes an account. */
export const deletionIdentifier = (token: string): string => `leave:${token}`

/** The name of the token in a link that says that a change was somebody else's. */
export const notMeIdentifier = (token: string): string => `not-me:${token}`

const NOT_ME_LIFE = ACCOUNT_LIMITS.not_me_days * 24 * 3600

const newTokenOf =
  (auth: Auth) =>
  (what: 'reset' | 'not_me', userId: string): Promise<string> =>
    what === 'reset'
      ? newResetToken(auth, userId)
      : newOneTimeToken(auth, notMeIdentifier, notMeValue(userId), NOT_ME_LIFE)

const newResetToken = (auth: Auth, userId: string) => newOneTimeToken(auth, resetIdentifier, userId)

const newOneTimeToken = async (
  auth: Auth,
  identifierOf: (token: string) => string,
  value: string,
  life = RESET_LIFE,
): Promise<string> => {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(32).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: identifierOf(token),
    value,
    expiresAt: new Date(Date.now() + life * 1000),
  })
  return token
}
