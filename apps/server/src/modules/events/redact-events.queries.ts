import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { selectBlockedIds } from '../blocks/index.ts'
import { hiddenComments, hiddenLikes } from '../posts/index.ts'

/** Likes and comments to subtract from a viewer's counts, because of blocks between the viewer and their authors. */
export type HiddenCounts = {
  viewer: string
  post_id: string
  media_index: number
  comment_id: string | null
  likes: number
  comments: number
}

/**
 * Returns the {@link HiddenCounts} for each of these viewers and each of these items and comments. Omits hidden ones.
 */
export async function selectHiddenCounts(
  db: Db,
  viewers: readonly string[],
  {
    items,
    comments,
  }: { items: readonly { post_id: string; media_index: number }[]; comments: readonly string[] },
): Promise<HiddenCounts[]> {
  const viewer = sql.ref('viewer.id')
  const hidden = selectBlockedIds(viewer)
  const { rows } = await sql<HiddenCounts>`
    select viewer.id as viewer, item.post_id, item.media_index, null::uuid as comment_id,
      ${hiddenLikes(viewer, 'item')} as likes, ${hiddenComments(viewer, 'item')} as comments
    from unnest(${viewers}::uuid[]) viewer (id)
    cross join unnest(${items.map(({ post_id }) => post_id)}::uuid[], ${items.map((one) => one.media_index)}::int[])
      which (post_id, media_index)
    join post_media item on item.post_id = which.post_id and item.media_index = which.media_index
    join posts p on p.id = item.post_id and p.user_id <> all (${hidden})
    union all
    select viewer.id, c.post_id, c.media_index, c.id,
      (select count(*) from comment_likes l where l.comment_id = c.id and l.user_id = any (${hidden})), 0
    from unnest(${viewers}::uuid[]) viewer (id)
    cross join comments c
    where c.id = any (${comments}::uuid[]) and c.user_id <> all (${hidden})`.execute(db)
  return rows
}
