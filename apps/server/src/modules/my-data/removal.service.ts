import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { beginNextRemoval, endAccount, findEmail, type LeftContent, lockRemoval } from '../accounts/index.ts'
import { releaseMedia } from '../media/index.ts'
import { removePostsOf } from '../posts/index.ts'
import { isSuspended, lockSuspension } from '../profiles/index.ts'
import { removeDescriptionsOf, removeLonelySpotsOf, spotSide } from '../spots/index.ts'
import { type RetentionRule, personalColumns } from './personal-columns.ts'
import {
  clearAppeals,
  clearColumn,
  clearEditedTexts,
  clearMessages,
  isSomethingLeft,
  selectMediaIds,
} from './removal.queries.ts'

type Deps = { db: Db; jobs: Jobs; forgetMailsTo: (address: string) => Promise<void> }

const rulesFor = (content: LeftContent): ReadonlySet<RetentionRule> =>
  new Set<RetentionRule>(
    content === 'remove'
      ? ['removed', 'emptied', 'removed with content', 'emptied with content']
      : ['removed', 'emptied'],
  )

/**
 * Removes one account whose time of grace is over, in steps that can be repeated: whoever is killed on the way leaves it
 * begun, and the next round goes on. The account itself goes last. What a suspension hides never stays behind: with the
 * account its suspension would go, and everybody would see it again.
 */
const remove = async (deps: Deps, user_id: string, wanted: LeftContent): Promise<void> => {
  const { db, jobs } = deps
  const content = (await isSuspended(db, user_id)) ? 'remove' : wanted
  if (content === 'remove') {
    await removeLonelySpotsOf(db, user_id)
    await removeDescriptionsOf(db, user_id)
    await clearEditedTexts(db, user_id)
  }
  await removePostsOf(db, spotSide, user_id, { picturesOnly: content === 'keep' })
  const rules = rulesFor(content)
  for (const named of personalColumns()) if (rules.has(named.rule)) await clearColumn(db, named, user_id)
  if (content === 'remove') await clearMessages(db, user_id)
  const address = await findEmail(db, user_id)
  if (address) await deps.forgetMailsTo(address)
  const isOver = await db.transaction().execute(async (tx) => {
    if (!(await lockRemoval(tx, user_id))) return true
    if (content === 'keep' && (await lockSuspension(tx, user_id))) return false
    await clearAppeals(tx, user_id)
    const leftBehind = await isSomethingLeft(tx, user_id)
    // Nothing refers to them any more; the collector deletes their files after this commit.
    await releaseMedia(tx, await selectMediaIds(tx, user_id))
    await endAccount({ jobs }, tx, user_id, { leftBehind })
    return true
  })
  if (!isOver) await remove(deps, user_id, 'remove')
}

/** Removes every account that is due; one that cannot be removed does not delay the others, and is tried again. */
export const removeDueAccounts = async (deps: Deps): Promise<void> => {
  const done: string[] = []
  const errors: unknown[] = []
  for (;;) {
    const next = await deps.db.transaction().execute((tx) => beginNextRemoval(tx, done))
    if (!next) break
    done.push(next.user_id)
    await remove(deps, next.user_id, next.content).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'accounts could not be removed')
}
