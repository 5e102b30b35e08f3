import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { isForEverybody } from '../../audiences/index.ts'

/** Returns a post's possible readers: its author and their crew or mutuals, or null for everyone. */
export async function selectReaders(tx: Tx, id: string): Promise<string[] | null> {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id from posts p where p.id = ${id} and not ${isForEverybody('p')}
    union select m.user_id from posts p join crew_members m on m.crew_id = p.crew_id
      where p.id = ${id} and not exists (select from withheld_posts(m.user_id) withheld where withheld.id = p.id offset 0)
    union select f.follower_id from posts p join follows f on f.following_id = p.user_id
      where p.id = ${id} and p.audience = 'mutuals'
        and not exists (select from withheld_posts(f.follower_id) withheld where withheld.id = p.id offset 0)`.execute(
    tx,
  )
  return rows.length === 0 ? null : rows.map(({ user_id }) => user_id)
}

/** Returns the ids of these posts' media. */
export async function selectMediaOf(tx: Tx, postIds: readonly string[]): Promise<string[]> {
  if (postIds.length === 0) return []
  const rows = await tx.selectFrom('post_media').select('media_id').where('post_id', 'in', postIds).execute()
  return rows.flatMap(({ media_id }) => media_id ?? [])
}

/** Deletes posts with their likes, comments, and everything else that refers to them. */
export async function deletePosts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('posts').where('id', 'in', ids).execute()
}
