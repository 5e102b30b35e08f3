import type { Db } from '../../../db/open.ts'
import type { JobRun, Jobs } from '../../../platform/jobs/index.ts'
import { deletionInSettings, deletionLink } from '../account/account-deletion.mails.ts'
import { newPassword } from '../sign-in/password.mails.ts'
import { proofCode } from '../proofs/proofs.mails.ts'
import { signInCode } from '../sign-in/sign-in-codes.mails.ts'
import { alreadyMember, verification } from '../sign-up/sign-up.mails.ts'
import { linkTo } from './mail-links.ts'
import { findUser, findUserByEmail } from '../account/accounts.queries.ts'
import { dropSignUp, findSignUp, findWaitingSignUp, renewSignUp } from '../sign-up/sign-ups.queries.ts'
import { computeCode } from '../sign-in/code-digits.ts'
import { findCode, renewCode } from '../sign-in/sign-in-codes.queries.ts'
import { hasFactor } from '../two-factor/factors.queries.ts'
import { linkToken } from './link-token.ts'
import { verifyToken } from '../sign-up/sign-up-token.ts'
import { insertDeletionToken, insertResetToken } from './one-time-tokens.queries.ts'
import {
  type InLanguage,
  type MailDeps,
  type MailRequest,
  REQUESTED_MAIL,
  type RequestedMail,
  SIGN_UP_MAIL,
  type SignUpMail,
  languageIn,
} from './mail-jobs.ts'

async function sendVerification(
  { db, mailer, secret, publicUrl }: MailDeps,
  id: string,
  to: { id: string; email: string; display_username: string; next: string | null },
  inLanguage: InLanguage,
): Promise<void> {
  await renewSignUp(db, to.id)
  const url = new URL(linkTo(publicUrl, 'verify', verifyToken(secret, to.id)))
  if (to.next) url.searchParams.set('next', to.next)
  await mailer.send({ id, to: to.email, content: verification(to.display_username, url.href), ...inLanguage })
}

/**
 * Returns the job handler for sign-up emails: a verification link, or a notice to members that they have an account.
 */
export function signUpMails(deps: MailDeps) {
  return async ({ id, data }: JobRun<SignUpMail>): Promise<void> => {
    const { db, mailer, publicUrl } = deps
    if ('code_id' in data) return sendCode(deps, id, data)
    const signUp = await findSignUp(db, data.sign_up_id)
    if (!signUp) return
    if (!(await findUserByEmail(db, signUp.email)))
      return sendVerification(deps, id, signUp, languageIn(data))
    await mailer.send({ id, to: signUp.email, content: alreadyMember(publicUrl), ...languageIn(data) })
    return dropSignUp(db, signUp.id)
  }
}

/** Sends a code for signing in or proving one's identity, unless it has expired. */
export async function sendCode(
  { db, mailer, secret, publicUrl }: MailDeps,
  id: string,
  { code_id, language }: InLanguage & { code_id: string },
): Promise<void> {
  if (!(await renewCode(db, code_id))) return
  const found = await findCode(db, code_id)
  if (!found) return
  const code = computeCode(secret, code_id)
  const inLanguage = languageIn({ language: language ?? null })
  if (found.session_id) return mailer.send({ id, to: found.email, content: proofCode(code), ...inLanguage })
  const url = new URL('/auth/code', publicUrl)
  // The fragment is never sent to a server.
  url.hash = new URLSearchParams({
    id: code_id,
    token: linkToken(secret, 'sign-in-code', code_id),
    code,
  }).toString()
  const isMember = (await findUserByEmail(db, found.email)) !== undefined
  const content = signInCode(code, url.href, { isMember })
  await mailer.send({ id, to: found.email, content, ...inLanguage })
}

/** Queues the email for a request. It shares the request's id, so processing a request twice sends only one email. */
export function mailRequests({ db, jobs }: { db: Db; jobs: Jobs }) {
  return async ({ id, data }: JobRun<MailRequest>): Promise<void> => {
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
}

async function queueCode(
  { db, jobs }: { db: Db; jobs: Jobs },
  id: string,
  { code_id, ...rest }: InLanguage & { code_id: string },
): Promise<void> {
  const code = await findCode(db, code_id)
  if (!code) return
  if (await findUserByEmail(db, code.email))
    await jobs.send(db, REQUESTED_MAIL, { what: 'code', code_id, ...languageIn(rest) }, { id })
  else if (code.creates_account) await jobs.send(db, SIGN_UP_MAIL, { code_id, ...languageIn(rest) }, { id })
}

/** Returns the job handler that sends requested emails. */
export function requestedMails(deps: MailDeps) {
  return async ({ id, data }: JobRun<RequestedMail>): Promise<void> => {
    const { db, mailer, publicUrl } = deps
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
      const token = await insertResetToken(db, user.id)
      return mailer.send({
        id,
        to: user.email,
        content: newPassword(linkTo(publicUrl, 'reset', token)),
        ...inLanguage,
      })
    }
    if (await hasFactor(db, user.id)) {
      const content = deletionInSettings(new URL('/settings#leave', publicUrl).href)
      return mailer.send({ id, to: user.email, content, ...inLanguage })
    }
    const url = new URL('/delete-account', publicUrl)
    url.searchParams.set('token', await insertDeletionToken(db, user.id))
    return mailer.send({ id, to: user.email, content: deletionLink(url.href), ...inLanguage })
  }
}
