import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { type Viewer } from '@nollie/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { notify } from '../notifications/index.ts'
import { ACCOUNT_MAIL, notMeIdentifier } from './accounts.mails.ts'
import { dropVerifications, findUser, lockUser } from './accounts.queries.ts'
import type { AccountsDeps } from './accounts.service.ts'
import { cancelDeletion } from './account-deletion.service.ts'
import { inTransaction } from './auth.ts'
import { findChallenge } from './factor-challenges.queries.ts'
import {
  deleteRecovery,
  findRecoveryOf,
  insertRecovery,
  selectFormerAddresses,
  takeDueRecovery,
} from './factor-recovery.queries.ts'
import { challengeOver } from './factor-sign-in.service.ts'
import { dropFactors, hasFactor } from './factors.queries.ts'
import { deleteIdentities } from './identities.queries.ts'
import { rowOf } from './link-token.ts'
import { unusableHash } from './password-hash.ts'
import { deletePasskeys } from './passkeys.queries.ts'
import { deletePhone } from './phones.queries.ts'
import { endSessions } from './sessions.queries.ts'
import { revokeAllTokens } from './tokens.queries.ts'
import { endUsedDevices } from './used-devices.queries.ts'

const WAIT_SECONDS = ACCOUNT_LIMITS.factor_recovery_hours * 3600

// Every address of the person gets a mail at once; the account's own gets another when the time has come.
const beginRecovery = async (
  { jobs }: Pick<AccountsDeps, 'jobs'>,
  tx: Tx,
  user_id: string,
): Promise<string> => {
  const waiting = await findRecoveryOf(tx, user_id)
  if (waiting) return waiting.due_at
  const recovery_id = uuidv7()
  const row = await insertRecovery(tx, recovery_id, user_id)
  if (!row) throw new Refusal('CONFLICT')
  const user = await findUser(tx, user_id)
  const addresses = [...(user ? [user.email] : []), ...(await selectFormerAddresses(tx, user_id))]
  // Every device that is signed in shows it at once.
  await notify(tx, {
    type: 'account_recovery',
    from_user_id: null,
    user_ids: [user_id],
    target_id: user_id,
    renewsLine: true,
  })
  for (const email of addresses)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_begun', recovery_id, email })
  await jobs.send(
    tx,
    ACCOUNT_MAIL,
    { what: 'recovery_due', recovery_id },
    { startAfterSeconds: WAIT_SECONDS },
  )
  return row.due_at
}

/** Asks to get in without any factor; 72 hours must pass. @throws Refusal CODE_OVER */
export const requestRecovery = async (deps: AccountsDeps, challenge: string): Promise<{ due_at: string }> => {
  const waiting = await findChallenge(deps.db, challenge)
  if (!waiting) throw challengeOver()
  const { user_id } = waiting
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    if (!(await hasFactor(tx, user_id))) throw challengeOver()
    return { due_at: await beginRecovery(deps, tx, user_id) }
  })
}

/** Stops a recovery by a mailed link. @throws Refusal BAD_TOKEN */
export const stopRecovery = async ({ db, secret }: AccountsDeps, token: string): Promise<void> => {
  const id = rowOf(secret, 'stop-recovery', token)
  if (!id || !(await deleteRecovery(db, { id }))) throw new Refusal('BAD_TOKEN')
}

/** Stops the viewer's recovery. @throws Refusal NOT_FOUND when none waits */
export const stopOwnRecovery = async ({ db }: AccountsDeps, { user_id }: Viewer): Promise<void> => {
  if (!(await deleteRecovery(db, { user_id }))) throw new Refusal('NOT_FOUND')
}

/**
 * Removes all factors of the person whose recovery has waited long enough, and ends their sessions.
 * @throws Refusal BAD_TOKEN
 */
export const finishRecovery = async ({ db, jobs, secret }: AccountsDeps, token: string): Promise<void> => {
  const id = rowOf(secret, 'finish-recovery', token)
  if (!id) throw new Refusal('BAD_TOKEN')
  await db.transaction().execute(async (tx) => {
    const user_id = await takeDueRecovery(tx, id)
    if (!user_id) throw new Refusal('BAD_TOKEN')
    await dropFactors(tx, user_id)
    await endSessions(tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'factor_removed', user_id, name: null })
  })
}

/**
 * Closes an account to whoever changed its factors: every session, token and trusted device ends, the password no longer
 * works, passkeys, the phone number and linked identities go, a mail leads to a new password, and factors that are on go by a recovery, as nobody
 * knows whose they are.
 * @throws Refusal BAD_TOKEN
 */
export const notMe = async (deps: AccountsDeps, token: string): Promise<void> => {
  const { db, jobs, auth } = deps
  await db.transaction().execute(async (tx) => {
    const value = await inTransaction(auth, tx, (internals) =>
      internals.consumeVerificationValue(notMeIdentifier(token)),
    )
    const user_id = value?.value
    if (!user_id || !(await findUser(tx, user_id))) throw new Refusal('BAD_TOKEN')
    await lockUser(tx, user_id)
    await inTransaction(auth, tx, (internals) => internals.updatePassword(user_id, unusableHash()))
    await endSessions(tx, user_id)
    await revokeAllTokens(tx, user_id)
    await deletePasskeys(tx, user_id)
    await deletePhone(tx, user_id)
    await deleteIdentities(tx, user_id)
    await dropVerifications(tx, user_id)
    await endUsedDevices(tx, user_id)
    // Whoever it was could also have requested the deletion.
    await cancelDeletion(tx, user_id)
    if (await hasFactor(tx, user_id)) await beginRecovery(deps, tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'account_closed', user_id })
  })
}
