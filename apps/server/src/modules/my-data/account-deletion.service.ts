import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import {
  beginNextDeletion,
  endAccount,
  findEmail,
  findNumber,
  type LeftContent,
  lockDeletion,
} from '../accounts/index.ts'
import { leaveAllCrews } from '../crews/index.ts'
import { releaseMedia } from '../media/index.ts'
import { removePostsOf } from '../posts/index.ts'
import { isSuspended, lockSuspension } from '../profiles/index.ts'
import { removeDescriptionsOf, removeLonelySpotsOf, spotHooks } from '../spots/index.ts'
import { type RetentionRule, listPersonalColumns } from './personal-columns.ts'
import {
  clearAppeals,
  clearColumn,
  clearEditedTexts,
  clearMessages,
  hasContentLeft,
  selectMediaIds,
} from './account-deletion.queries.ts'

type Deps = { db: Db; jobs: Jobs; forgetMailsTo: (address: string) => Promise<void> }

function rulesFor(content: LeftContent): ReadonlySet<RetentionRule> {
  return new Set<RetentionRule>(
    content === 'remove'
      ? ['removed', 'emptied', 'removed with content', 'emptied with content']
      : ['removed', 'emptied'],
  )
}

/**
 * Deletes an account after its grace period. Each step is repeatable, so that the next run can complete an interrupted
 * deletion. The account's row is deleted last. A suspended person's content is always deleted, because it would become
 * visible again when the suspension ends with the account.
 */
async function deleteAccount(deps: Deps, user_id: string, chosen: LeftContent): Promise<void> {
  const { db, jobs } = deps
  const content = (await isSuspended(db, user_id)) ? 'remove' : chosen
  // Leaves crews before handling spots, because leaving a crew makes content shared with it private.
  await leaveAllCrews(db, user_id)
  if (content === 'remove') {
    await removeLonelySpotsOf(db, user_id)
    await removeDescriptionsOf(db, user_id)
    await clearEditedTexts(db, user_id)
  }
  await removePostsOf(db, spotHooks, user_id, { picturesOnly: content === 'keep' })
  const number = await findNumber(db, user_id)
  if (number) await deps.forgetMailsTo(number)
  const rules = rulesFor(content)
  for (const target of listPersonalColumns())
    if (rules.has(target.rule)) await clearColumn(db, target, user_id)
  if (content === 'remove') await clearMessages(db, user_id)
  const address = await findEmail(db, user_id)
  if (address) await deps.forgetMailsTo(address)
  const isDeleted = await db.transaction().execute(async (tx) => {
    if (!(await lockDeletion(tx, user_id))) return true
    if (content === 'keep' && (await lockSuspension(tx, user_id))) return false
    await clearAppeals(tx, user_id)
    const leftBehind = await hasContentLeft(tx, user_id)
    // No row refers to these media items anymore. The collector deletes their files after this commit.
    await releaseMedia(tx, await selectMediaIds(tx, user_id))
    await endAccount({ jobs }, tx, user_id, { leftBehind })
    return true
  })
  if (!isDeleted) await deleteAccount(deps, user_id, 'remove')
}

/** Deletes every account that is due. A failure doesn't stop the others, and the next run retries it. */
export async function deleteDueAccounts(deps: Deps): Promise<void> {
  const handled: string[] = []
  const errors: unknown[] = []
  for (;;) {
    const next = await deps.db.transaction().execute((tx) => beginNextDeletion(tx, handled))
    if (!next) break
    handled.push(next.user_id)
    await deleteAccount(deps, next.user_id, next.content).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'account deletions failed')
}
