import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

// The trigger updates the like count in the discussion's row, and deletions lock that row before the likes. Locking it
// first prevents a deadlock.
async function lockForLike(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('discussions').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Inserts a like on a discussion; returns whether it was new. */
export async function insertDiscussionLike(
  tx: Tx,
  like: { discussion_id: string; user_id: string },
): Promise<boolean> {
  await lockForLike(tx, like.discussion_id)
  const made = await tx
    .insertInto('discussion_likes')
    .values(like)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made !== undefined
}

/** Deletes a like on a discussion; returns whether it existed. */
export async function deleteDiscussionLike(
  tx: Tx,
  { discussion_id, user_id }: { discussion_id: string; user_id: string },
): Promise<boolean> {
  await lockForLike(tx, discussion_id)
  const gone = await tx
    .deleteFrom('discussion_likes')
    .where('discussion_id', '=', discussion_id)
    .where('user_id', '=', user_id)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/**
 * Returns the number of likes on a discussion; null if it includes likes by people who are suspended or scheduled for
 * deletion.
 */
export async function countDiscussionLikes(tx: Tx, id: string): Promise<number | null> {
  const { rows } = await sql<{ count: number | null }>`
    select case when not exists (select from discussion_likes l join profiles p on p.user_id = l.user_id
      where l.discussion_id = d.id and p.is_hidden) then like_count end as count
    from discussions d where d.id = ${id}`.execute(tx)
  return rows[0] ? rows[0].count : 0
}
