import { randomBytes } from 'node:crypto'
import { LIMITS, type Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { changeVisibility, makeFormer } from '../profiles/index.ts'
import { dropChangesTo, endSessions } from './account-settings.queries.ts'
import { ACCOUNT_MAIL, deletionIdentifier } from './accounts.mails.ts'
import { dropSignUps, dropVerifications, findUser } from './accounts.queries.ts'
import { type AccountsDeps, type NewSession, type Origin, signIn } from './accounts.service.ts'
import { inTransaction, StillLeaving } from './auth.ts'
import {
  deleteLeaving,
  deleteUser,
  findNames,
  reserveUsername,
  insertLeaving,
  type LeftContent,
  lockRemoval,
  makeNameless,
} from './account-deletion.queries.ts'
import { reauthenticate } from './reauthenticate.ts'

const begin = async (
  jobs: Jobs,
  tx: Tx,
  user_id: string,
  content: LeftContent,
): Promise<{ due_at: string }> => {
  const due_at = await insertLeaving(tx, user_id, content)
  await changeVisibility(tx, user_id, { deletion_requested_at: true })
  await endSessions(tx, user_id)
  await dropVerifications(tx, user_id)
  await jobs.send(tx, ACCOUNT_MAIL, { what: 'leaving', user_id, due_at })
  return { due_at }
}

/**
 * Begins the end of an account, by its password: nobody is signed in to it or sees it from now on, and after the time of
 * grace it is removed.
 * @throws Refusal WRONG_PASSWORD, TOO_MANY
 */
export const leave = async (
  deps: AccountsDeps,
  { user_id }: Viewer,
  { password, content }: { password: string; content: LeftContent },
): Promise<{ due_at: string }> => {
  await reauthenticate(deps, user_id, { password, field: 'password' })
  return deps.db.transaction().execute((tx) => begin(deps.jobs, tx, user_id, content))
}

/** As {@link leave}, by a mailed link. @throws Refusal BAD_TOKEN */
export const leaveByLink = (
  { db, jobs, auth }: AccountsDeps,
  { token, content }: { token: string; content: LeftContent },
): Promise<{ due_at: string }> =>
  db.transaction().execute(async (tx) => {
    const value = await inTransaction(auth, tx, (internals) =>
      internals.consumeVerificationValue(deletionIdentifier(token)),
    )
    if (!value || !(await findUser(tx, value.value))) throw new Refusal('BAD_TOKEN')
    return begin(jobs, tx, value.value, content)
  })

/** Takes a deletion back; false when it is too late. */
export const takeLeavingBack = async (tx: Tx, user_id: string): Promise<boolean> => {
  const back = await deleteLeaving(tx, user_id)
  if (back) await changeVisibility(tx, user_id, { deletion_requested_at: false })
  return back
}

/**
 * Signs in, and takes a deletion back that the person had asked for.
 * @throws Refusal as signIn, and GONE when the removal has begun
 */
export const comeBack = async (
  deps: AccountsDeps,
  given: Parameters<typeof signIn>[1],
  origin: Origin,
): Promise<NewSession> => {
  try {
    return await signIn(deps, given, origin)
  } catch (error) {
    if (!(error instanceof StillLeaving)) throw error
    const { user_id } = error
    await deps.db.transaction().execute(async (tx) => {
      if (!(await takeLeavingBack(tx, user_id))) throw new Refusal('GONE')
      await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'stayed', user_id })
    })
    return signIn(deps, given, origin)
  }
}

/**
 * Ends an account for good, in the transaction that removed the last of what was to be removed with it: the row goes, or,
 * where something of it is left, keeps no name, address or way in. False when somebody else has done so.
 */
export const endAccount = async (
  { jobs }: { jobs: Jobs },
  tx: Tx,
  user_id: string,
  { leftBehind }: { leftBehind: boolean },
): Promise<boolean> => {
  if (!(await lockRemoval(tx, user_id))) return false
  const names = await findNames(tx, user_id)
  if (!names) return false
  await reserveUsername(tx, names.username)
  await dropVerifications(tx, user_id)
  await dropSignUps(tx, names.email)
  await dropChangesTo(tx, names.email)
  await jobs.send(tx, ACCOUNT_MAIL, { what: 'left', email: names.email })
  if (!leftBehind) {
    await deleteUser(tx, user_id)
    return true
  }
  const username = `former.${randomBytes(8).toString('hex')}`.slice(0, LIMITS.username_max)
  await makeNameless(tx, user_id, username)
  await makeFormer(tx, user_id, username)
  return true
}
