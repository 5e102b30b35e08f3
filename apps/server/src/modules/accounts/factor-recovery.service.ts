import { type Viewer } from '@nollie/contract'
import { Refusal } from '../../platform/http/index.ts'
import { ACCOUNT_MAIL } from './mail-jobs.ts'
import { notMeIdentifier } from './one-time-tokens.ts'
import { findUser, lockUser } from './accounts.queries.ts'
import { notMeOwnerOf } from './not-me-links.queries.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { inTransaction } from './better-auth.ts'
import { beginRecovery, closeToOthers } from './recover-account.ts'
import { findChallenge } from './factor-challenges.queries.ts'
import { deleteRecovery, takeDueRecovery } from './factor-recovery.queries.ts'
import { challengeOver } from './factor-sign-in.service.ts'
import { dropFactors, hasFactor } from './factors.queries.ts'
import { rowOf } from './link-token.ts'
import { endSessions } from './sessions.queries.ts'

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

/** Closes an account to others than its owner, as {@link closeToOthers}, by a mailed link. @throws Refusal BAD_TOKEN */
export const notMe = async (deps: AccountsDeps, token: string): Promise<void> => {
  const { db, jobs, auth } = deps
  await db.transaction().execute(async (tx) => {
    const value = await inTransaction(auth, tx, (internals) =>
      internals.consumeVerificationValue(notMeIdentifier(token)),
    )
    const user_id = value && notMeOwnerOf(value.value)
    if (!user_id || !(await findUser(tx, user_id))) throw new Refusal('BAD_TOKEN')
    await lockUser(tx, user_id)
    await closeToOthers(deps, tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'account_closed', user_id })
  })
}
