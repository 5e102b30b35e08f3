import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { selectBlockedIds, viewerId } from '../blocks/index.ts'

/** SQL for the number of likes on comment `c` by people who block the viewer or whom the viewer blocks. */
export function hiddenCommentLikes(viewer: RawBuilder<unknown>) {
  return sql`(
  select count(*) from comment_likes hidden where hidden.comment_id = c.id and hidden.user_id = any (${selectBlockedIds(viewer)}))`
}

/**
 * Locks a comment's subject so that it can't be deleted during this transaction. A like's notification references the
 * subject, and deletions lock the subject before its comments, so this order prevents a deadlock.
 */
export async function lockSubjectOfComment(
  tx: Tx,
  { post_id, discussion_id }: { post_id: string | null; discussion_id: string | null },
): Promise<void> {
  if (post_id === null)
    await sql`select from discussions where id = ${discussion_id} for key share`.execute(tx)
  else await sql`select from posts where id = ${post_id} for key share`.execute(tx)
}

// The trigger updates the like count in the comment's row, and deletions lock that row before the likes. Locking it
// first prevents a deadlock.
async function lockForLike(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('comments').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Inserts a like on a comment; returns whether it was new. */
export async function insertCommentLike(
  tx: Tx,
  like: { id: string; comment_id: string; user_id: string; created_at?: string },
): Promise<boolean> {
  await lockForLike(tx, like.comment_id)
  const made = await tx
    .insertInto('comment_likes')
    .values(like)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Deletes a like on a comment; returns whether it existed. */
export async function deleteCommentLike(tx: Tx, comment_id: string, user_id: string): Promise<boolean> {
  await lockForLike(tx, comment_id)
  const gone = await tx
    .deleteFrom('comment_likes')
    .where('comment_id', '=', comment_id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/**
 * Returns the number of likes on a comment, both in total and as shown to the viewer; undefined if the comment was
 * deleted.
 */
export async function countCommentLikes(
  tx: Tx,
  id: string,
  viewer: string,
): Promise<{ likes: number; seen: number } | undefined> {
  const { rows } = await sql<{ likes: number; seen: number }>`
    select c.like_count as likes, (c.like_count - ${hiddenCommentLikes(viewerId(viewer))})::int as seen
    from comments c where c.id = ${id}`.execute(tx)
  return rows[0]
}
