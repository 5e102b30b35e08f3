import type { Viewer } from '@nollie/contract'
import { lockUser } from '../../../db/lock-user.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { findUser } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { findChallenge } from './factor-challenges.queries.ts'
import {
  deleteRecovery,
  takeDueRecovery,
  findRecovery,
  findRecoveryOf,
  insertRecovery,
  selectFormerAddresses,
} from './factor-recovery.queries.ts'
import { challengeOver } from './factor-sign-in.service.ts'
import { dropFactors, hasFactor } from './factors.queries.ts'
import { parseRowId } from '../mails/link-token.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { notify } from '../../notifications/index.ts'

/**
 * Requests access without any factor, which is granted after 72 hours.
 * @throws Refusal CODE_OVER
 */
export async function requestRecovery(deps: AccountsDeps, challenge: string): Promise<{ due_at: string }> {
  const waiting = await findChallenge(deps.db, challenge)
  if (!waiting) throw challengeOver()
  const { user_id } = waiting
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    if (!(await hasFactor(tx, user_id))) throw challengeOver()
    return { due_at: await beginRecovery(deps, tx, user_id) }
  })
}

/**
 * Cancels a recovery using an emailed link.
 * @throws Refusal BAD_TOKEN
 */
export async function stopRecovery({ db, secret }: AccountsDeps, token: string): Promise<void> {
  const id = parseRowId(secret, 'stop-recovery', token)
  if (!id || !(await deleteRecovery(db, { id }))) throw new Refusal('BAD_TOKEN')
}

/**
 * Cancels the viewer's recovery.
 * @throws Refusal NOT_FOUND if none is pending
 */
export async function stopOwnRecovery({ db }: AccountsDeps, { user_id }: Viewer): Promise<void> {
  if (!(await deleteRecovery(db, { user_id }))) throw new Refusal('NOT_FOUND')
}

/**
 * Removes all factors and ends all sessions of a person whose recovery is due.
 * @throws Refusal BAD_TOKEN
 */
export async function finishRecovery({ db, jobs, secret }: AccountsDeps, token: string): Promise<void> {
  const id = parseRowId(secret, 'finish-recovery', token)
  if (!id) throw new Refusal('BAD_TOKEN')
  await db.transaction().execute(async (tx) => {
    const waiting = await findRecovery(tx, id)
    if (!waiting) throw new Refusal('BAD_TOKEN')
    const { user_id } = waiting
    await lockUser(tx, user_id)
    if (!(await takeDueRecovery(tx, id))) throw new Refusal('BAD_TOKEN')
    await dropFactors(tx, user_id)
    await endSessions(tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'factor_removed', user_id, name: null })
  })
}

const WAIT_SECONDS = ACCOUNT_LIMITS.factor_recovery_hours * 3600

/**
 * Starts a recovery. All of the person's email addresses get an email immediately. The account's current address gets
 * another one when the recovery is due.
 */
export async function beginRecovery(
  { jobs }: Pick<AccountsDeps, 'jobs'>,
  tx: Tx,
  user_id: string,
): Promise<string> {
  const waiting = await findRecoveryOf(tx, user_id)
  // Sends the email again, because the one sent on the due date may have been lost.
  if (waiting?.is_due) await jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_due', recovery_id: waiting.id })
  if (waiting) return waiting.due_at
  const recovery_id = uuidv7()
  const row = await insertRecovery(tx, recovery_id, user_id)
  if (!row) throw new Refusal('CONFLICT')
  const user = await findUser(tx, user_id)
  const addresses = [...(user ? [user.email] : []), ...(await selectFormerAddresses(tx, user_id))]
  // Notifies every device that is signed in.
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
