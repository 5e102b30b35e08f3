import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/**
 * Returns the URL and the author of a post's photo on another site. Undefined if the post is deleted or no longer has
 * such a photo.
 */
export async function findPhotoLink(
  db: Db,
  post_id: string,
): Promise<{ user_id: string; photo_url: string } | undefined> {
  const row = await db
    .selectFrom('posts')
    .select(['user_id', 'photo_url'])
    .where('id', '=', post_id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.photo_url ? { user_id: row.user_id, photo_url: row.photo_url } : undefined
}

/**
 * Replaces a photo's URL with an image. Returns whether the post still had that URL. In a text-only post, the image
 * becomes its item, which retains its likes and comments. In a post with media, it is added as another item.
 */
export async function replaceLink(
  tx: Tx,
  { post_id, photo_url }: { post_id: string; photo_url: string },
  media_id: string,
): Promise<boolean> {
  const post = await tx
    .updateTable('posts')
    .set({ photo_url: null, kind: sql<'media'>`case kind when 'text' then 'media' else kind end` })
    .where('id', '=', post_id)
    .where('photo_url', '=', photo_url)
    .where('hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!post) return false
  const textItem = await tx
    .updateTable('post_media')
    .set({ media_id })
    .where('post_id', '=', post_id)
    .where('media_id', 'is', null)
    .returning('media_index')
    .executeTakeFirst()
  if (!textItem) {
    await sql`insert into post_media (post_id, media_index, media_id)
      select ${post_id}, coalesce(max(media_index) + 1, 0), ${media_id} from post_media where post_id = ${post_id}`.execute(
      tx,
    )
  }
  return true
}
