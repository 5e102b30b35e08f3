import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** Deletes one of a post's items. The others stay at their indexes. */
export async function deleteItem(tx: Tx, post_id: string, media_index: number): Promise<void> {
  await tx
    .deleteFrom('post_media')
    .where('post_id', '=', post_id)
    .where('media_index', '=', media_index)
    .execute()
}

/** A photo or video in a post, and whether it is a spot's cover. */
export type PostItem = { media_index: number; media_id: string; is_cover: boolean }

/** Returns a post's visible photos and videos in order. */
export async function selectItems(tx: Tx, post_id: string): Promise<PostItem[]> {
  const { rows } = await sql<PostItem>`
    select pm.media_index, pm.media_id,
      exists (select from spots s where s.cover_media_id = pm.media_id and s.deleted_at is null) as is_cover
    from post_media pm join media m on m.id = pm.media_id
    where pm.post_id = ${post_id} and m.status <> 'failed' order by pm.media_index`.execute(tx)
  return rows
}
