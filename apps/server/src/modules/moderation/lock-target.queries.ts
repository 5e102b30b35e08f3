import type { CaseKind } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { lockUser } from '../../db/lock-user.ts'
import type { Tx } from '../../db/open.ts'

// Takes locks in the same order as deletions: parents first.
const SUBJECT_LOCKS: Record<CaseKind, (id: string) => RawBuilder<unknown>[]> = {
  spot: (id) => [sql`select from spots where id = ${id} for update`],
  post: (id) => [
    sql`select from spots where id = (select spot_id from posts where id = ${id}) for update`,
    sql`select from posts where id = ${id} for update`,
  ],
  comment: (id) => [
    sql`select from discussions where id = (select discussion_id from comments where id = ${id}) for no key update`,
    sql`select from comments where id = (select parent_comment_id from comments where id = ${id}) for key share`,
    sql`select from comments where id = ${id} for update`,
  ],
  user: (id) => [sql`select from users where id = ${id} for key share`],
  message: (id) => [
    sql`select from message_threads where id = (select thread_id from messages where id = ${id}) for update`,
    sql`select from messages where id = ${id} for update`,
  ],
  discussion: (id) => [sql`select from discussions where id = ${id} for update`],
  list: (id) => [sql`select from lists where id = ${id} for update`],
  bulletin: (id) => [sql`select from bulletins where id = ${id} for update`],
  meetup: (id) => [sql`select from meetups where id = ${id} for update`],
  crew: (id) => [sql`select from crews where id = ${id} for update`],
}

/**
 * Locks a case's owner and subject until the transaction ends. Call it before locking the case. Deletions also lock the
 * subject before its cases, so the two never deadlock.
 */
export async function lockTargetOf(tx: Tx, case_id: string): Promise<void> {
  const row = await tx
    .selectFrom('report_cases')
    .select(['kind', 'owner_id'])
    .select(
      sql<
        string | null
      >`coalesce(spot_id, post_id, comment_id, reported_id, message_id, discussion_id, list_id, bulletin_id, crew_id, meetup_id)`.as(
        'thing_id',
      ),
    )
    .where('id', '=', case_id)
    .executeTakeFirst()
  if (!row) return
  if (row.owner_id) await lockUser(tx, row.owner_id)
  if (row.thing_id) for (const lock of SUBJECT_LOCKS[row.kind](row.thing_id)) await lock.execute(tx)
}
