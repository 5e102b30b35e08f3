import type { Account, SignedInSession, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { type Rates, Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import {
  dropWaitingChange,
  endOneSession,
  endSessions,
  findEmailChange,
  storePendingChange,
  selectAccount,
  selectSessions,
  setEmail,
  takeBackEmailChange,
  takeEmailChange,
} from './account-settings.queries.ts'
import { ACCOUNT_MAIL } from './accounts.mails.ts'
import { dropSignUps, dropVerifications, lockEmail, lockUser } from './accounts.queries.ts'
import { keyOf } from './accounts.service.ts'
import { type Auth, inTransaction } from './auth.ts'
import { deviceOf } from './device.ts'
import { findNames } from './account-deletion.queries.ts'
import { takeLeavingBack } from './account-deletion.service.ts'
import { rowOf } from './link-token.ts'
import { hashOfNobody, type Passwords } from './password.ts'
import { requireGoodPassword } from './password-rules.ts'
import { reauthenticate } from './reauthenticate.ts'

type Deps = { db: Db; jobs: Jobs; rates: Rates; auth: Auth; passwords: Passwords; secret: string }

const EMAIL_KEY = 'users_email_key'

/** @throws Refusal SESSION_MISSING when the account went meanwhile */
export const accountOf = async (db: Db, viewer: Viewer): Promise<Account> => {
  const account = await selectAccount(db, viewer.user_id)
  if (!account) throw new Refusal('SESSION_MISSING')
  return account
}

/** Where a person is signed in. */
export const sessionsOf = async (db: Db, viewer: Viewer): Promise<SignedInSession[]> => {
  const rows = await selectSessions(db, viewer.user_id)
  return rows.map(({ user_agent, updated_at, ...row }) => ({
    ...row,
    ...deviceOf(user_agent),
    ip_address: row.ip_address || null,
    is_current: row.id === viewer.session_id,
    last_used_at: updated_at,
  }))
}

/** @throws Refusal NOT_FOUND, also for another person's */
export const endSession = async (db: Db, viewer: Viewer, session_id: string): Promise<void> => {
  if (!(await endOneSession(db, viewer.user_id, session_id))) throw new Refusal('NOT_FOUND')
}

/** Ends every session of a person but this one. */
export const endOtherSessions = (db: Db, viewer: Viewer): Promise<void> =>
  endSessions(db, viewer.user_id, viewer.session_id)

/**
 * Changes the password of whoever knows the present one. Every other session ends, whatever was mailed or waits for the
 * account is worthless, and the owner hears of it.
 * @throws Refusal WRONG_PASSWORD, WEAK_PASSWORD, TOO_MANY
 */
export const changePassword = async (
  deps: Deps,
  { user_id, session_id }: Viewer,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> => {
  const { db, jobs, auth, passwords } = deps
  await reauthenticate(deps, user_id, { password: current_password, field: 'current_password' })
  const names = await findNames(db, user_id)
  await requireGoodPassword(new_password, Object.values(names ?? {})).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'WEAK_PASSWORD') throw error
    throw new Refusal('WEAK_PASSWORD', { detail: error.message, fields: { new_password: error.message } })
  })
  const hash = await passwords.as('new_password', () => passwords.hash(new_password))
  await db.transaction().execute(async (tx) => {
    await inTransaction(auth, tx, (internals) => internals.updatePassword(user_id, hash))
    await endSessions(tx, user_id, session_id)
    await dropVerifications(tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'password_changed', user_id, elsewhere: true })
  })
}

/**
 * Takes a wish for another address. Whether that is free is found out by the worker, so the answer says nothing of it.
 * @throws Refusal WRONG_PASSWORD, TOO_MANY
 */
export const requestEmailChange = async (
  deps: Deps,
  { user_id }: Viewer,
  { password, email }: { password: string; email: string },
): Promise<void> => {
  const { db, jobs, rates } = deps
  await reauthenticate(deps, user_id, { password, field: 'password' })
  await rates.hit('mail_address', keyOf(email))
  await db.transaction().execute(async (tx) => {
    const change_id = await storePendingChange(tx, user_id, email)
    if (change_id) await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_wanted', change_id })
  })
}

/** Forgets an address that waits to be proven. */
export const forgetEmail = (db: Db, viewer: Viewer): Promise<void> => dropWaitingChange(db, viewer.user_id)

const gone = () => new Refusal('BAD_TOKEN')

const orTaken = (error: { constraint?: string }) => {
  throw error.constraint === EMAIL_KEY ? gone() : error
}

/**
 * The new address counts from now on: its mailbox was opened. Links mailed to the old one are worthless but for the one
 * that takes the change back, which is mailed now.
 * @throws Refusal BAD_TOKEN, also when somebody else has the address by now
 */
export const confirmEmail = async ({ db, jobs, secret }: Deps, token: string): Promise<void> => {
  const id = rowOf(secret, 'change-email', token)
  const waiting = id && (await findEmailChange(db, id))
  if (!waiting) throw gone()
  await db
    .transaction()
    .execute(async (tx) => {
      await lockUser(tx, waiting.user_id)
      await lockEmail(tx, waiting.new_email)
      const change = await takeEmailChange(tx, waiting.id)
      if (!change) throw gone()
      await setEmail(tx, change.user_id, change.new_email)
      await dropSignUps(tx, change.new_email)
      await dropVerifications(tx, change.user_id)
      await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_changed', change_id: change.id })
    })
    .catch(orTaken)
}

/**
 * Gives an account back to the address it had. Whoever changed it knew the password, so every session ends, the password
 * is nobody's, and a mail lets the owner choose one.
 * @throws Refusal BAD_TOKEN, also when another account has the old address by now
 */
export const undoEmail = async ({ db, jobs, auth, secret }: Deps, token: string): Promise<void> => {
  const id = rowOf(secret, 'undo-email', token)
  const changed = id && (await findEmailChange(db, id))
  if (!changed) throw gone()
  await db
    .transaction()
    .execute(async (tx) => {
      await lockUser(tx, changed.user_id)
      await lockEmail(tx, changed.old_email)
      const change = await takeBackEmailChange(tx, changed.id)
      if (!change) throw gone()
      const { user_id } = change
      await setEmail(tx, user_id, change.old_email)
      await inTransaction(auth, tx, (internals) => internals.updatePassword(user_id, hashOfNobody()))
      await endSessions(tx, user_id)
      await dropSignUps(tx, change.old_email)
      await dropVerifications(tx, user_id)
      // Whoever could change the address could ask for the deletion as well.
      await takeLeavingBack(tx, user_id)
      await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_taken_back', user_id })
    })
    .catch(orTaken)
}
