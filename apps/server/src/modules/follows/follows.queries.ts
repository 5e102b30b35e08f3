import type { PersonCard } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { ViewerInSql } from '../blocks/index.ts'
import { acceptRequestOf } from '../messages/index.ts'

/** Follows a person, which also accepts their message request. Returns false if the follow already existed. */
export async function insertFollow(
  tx: Tx,
  follow: { id: string; follower_id: string; following_id: string; created_at?: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('follows')
    .values(follow)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await acceptRequestOf(tx, follow.follower_id, follow.following_id)
  return true
}

/** Unfollows a person; returns whether the follow existed. */
export async function deleteFollow(tx: Tx, follower_id: string, following_id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', follower_id)
    .where('following_id', '=', following_id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * SQL for the contract's PersonCard. The statement joins profiles as `who`; `mutual` is the number of mutual friends.
 * More fields can be added as `'name', value` pairs.
 */
export function cardJson(
  viewer: ViewerInSql,
  mutual: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<PersonCard> {
  return sql<PersonCard>`(
  select json_build_object('user_id', who.user_id, 'username', who.username, 'full_name', who.full_name,
    'avatar_url', who.avatar_url, 'bio', who.bio, 'mutual_count', ${mutual}, 'following', mine.following,
    'follows_you', mine.follows_you ${more})
  from follows_between(${viewer}, who.user_id) mine)`
}
