import type { GalleryItem, Media } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../../db/json.ts'
import type { Db } from '../../../db/open.ts'
import { mediaJson, visitorMedia } from '../../media/index.ts'
import { mentionsJson } from '../../mentions/index.ts'
import { viewerId } from '../../blocks/index.ts'
import { hiddenComments, hiddenLikes, waitingCounts } from '../../posts/index.ts'
import { personJson } from '../../profiles/index.ts'

/** A keyset position in a gallery: the last item on a page. */
export type GalleryCursor = { created_at: string; post_id: string; media_index: number }

/**
 * Returns up to `limit` items in a spot's gallery that the viewer can see, after a cursor, newest post first. Omits
 * failed items.
 */
export async function selectGallery(
  db: Db,
  spot_id: string,
  { viewer_id, after, limit }: { viewer_id: string; after: GalleryCursor | null; limit: number },
): Promise<GalleryItem[]> {
  const later = after
    ? sql`and ((p.created_at, p.id) < (${after.created_at}::timestamptz, ${after.post_id}::uuid)
        or (p.created_at, p.id) = (${after.created_at}::timestamptz, ${after.post_id}::uuid)
          and pm.media_index > ${after.media_index}::int)`
    : sql``
  const me = viewerId(viewer_id)
  const { rows } = await sql<GalleryItem>`
    select p.id as post_id, pm.media_index, p.title, p.content, ${mentionsJson('post_id', 'p.id', me)} as mentions, ${mediaJson('m')} as media, ${personJson('who')} as user,
      ${moment('p.created_at')} as created_at, (pm.like_count + waiting.likes - ${hiddenLikes(me, 'pm')})::int as likes_count,
      (pm.comment_count + waiting.comments - ${hiddenComments(me, 'pm')})::int as comments_count, m.id is not distinct from s.cover_media_id as is_cover,
      exists (select from likes l where l.post_id = pm.post_id and l.media_index = pm.media_index
        and l.user_id = ${viewer_id}) as liked
    from visible_posts(${me}) p
    join spots s on s.id = p.spot_id
    join post_media pm on pm.post_id = p.id ${waitingCounts('pm')}
    join media m on m.id = pm.media_id
    join profiles who on who.user_id = p.user_id
    where p.spot_id = ${spot_id} and m.status in ('processing', 'ready') ${later}
    order by p.created_at desc, p.id desc, pm.media_index
    limit ${limit}`.execute(db)
  return rows
}

/** Returns the items of a spot that visitors can see, cover first, except those hidden from the viewer. */
export async function selectVisitorMedia(db: Db, viewer: string | null, spot_id: string): Promise<Media[]> {
  const { rows } = await sql<{ media: Media }>`
    select ${mediaJson('m')} as media
    from spots s
      cross join lateral (
        select s.cover_media_id as media_id, 0 as place
        union all select seen.media_id, seen.place from ${visitorMedia('s')} seen) shown
      join visible_media(${viewerId(viewer)}) m on m.id = shown.media_id
    where s.id = ${spot_id} and exists (select from visible_media(null) public where public.id = m.id)
    order by shown.place`.execute(db)
  return rows.map(({ media }) => media)
}
