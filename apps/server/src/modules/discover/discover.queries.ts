import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { selectBlockedIds } from '../blocks/index.ts'
import { isNotMuted } from '../mutes/index.ts'
import { mediaJson } from '../media/index.ts'
import { mentionsJson } from '../mentions/index.ts'
import { hiddenCounts, JOIN_CREATOR, waitingCounts } from '../posts/index.ts'
import { personJson } from '../profiles/index.ts'

/** Number of photos and videos per page; divisible by three so that every row is full. */
export const DISCOVER_PAGE = 30

/** A position in Discover: the last item on a page. */
export type DiscoverCursor = { created_at: string; post_id: string; media_index: number }

/** The position above the newest item. */
export const DISCOVER_TOP: DiscoverCursor = {
  created_at: 'infinity',
  post_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  media_index: -1,
}

/** `item` is the contract's DiscoverItem as JSON text; `more` indicates whether there is another page. */
export type DiscoverRow = DiscoverCursor & { item: string; more: boolean }

const VIEWER = sql`$1::uuid`
const HIDDEN = hiddenCounts(sql`array(select post_id from page)`)

// Scans an index and stops when the page is full, so the cost doesn't grow with the table. Joins people during the
// scan, and everything else only for the items on the page.
const page = preparedStatement<DiscoverRow>(
  'discover_page',
  () => sql<DiscoverRow>`
    with across as materialized (select ${selectBlockedIds(VIEWER)} as ids), page as materialized (
      select seen.*, row_number() over () as number from (
        select p.id as post_id, p.title, p.content, p.kind, p.user_id, p.spot_id, p.created_at, pm.media_index, pm.media_id
        from visible_posts(${VIEWER}) p
        join post_media pm on pm.post_id = p.id
        join media m on m.id = pm.media_id and m.status in ('processing', 'ready')
        where p.kind <> 'text' and p.kind <> 'profile_picture' and ${isNotMuted(VIEWER, sql`p.user_id`)}
          and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
          and (p.id <> $3::uuid or pm.media_index > $4::int)
        order by p.created_at desc, p.id desc, pm.media_index
        limit ${sql.lit(DISCOVER_PAGE + 1)}
      ) seen
    ), ${HIDDEN.parts}
    select json_build_object(
        'post_id', it.post_id, 'media_index', it.media_index, 'media', ${mediaJson('m')},
        'title', it.title, 'content', it.content, 'mentions', ${mentionsJson('post_id', 'it.post_id', VIEWER)},
        'kind', it.kind, 'user_id', it.user_id, 'user', ${personJson('who')}, 'spot_id', it.spot_id,
        'spot', case when s.id is not null then post_spot_json(s, creator.user_id) end,
        'created_at', ${moment('it.created_at')},
        'likes_count', pm.like_count + waiting.likes - ${HIDDEN.likes('pm')},
        'comments_count', pm.comment_count + waiting.comments - ${HIDDEN.comments('pm')},
        'liked', exists (select from likes l
          where l.post_id = it.post_id and l.media_index = it.media_index and l.user_id = ${VIEWER}),
        'is_cover', coalesce(it.media_id = s.cover_media_id, false))::text as item,
      it.post_id, ${moment('it.created_at')} as created_at, it.media_index,
      (select count(*) from page) > ${sql.lit(DISCOVER_PAGE)} as more
    from page it
    join post_media pm on pm.post_id = it.post_id and pm.media_index = it.media_index
    join media m on m.id = it.media_id
    join profiles who on who.user_id = it.user_id
    left join spots s on s.id = it.spot_id
    ${JOIN_CREATOR}
    ${waitingCounts('pm')}
    where it.number <= ${sql.lit(DISCOVER_PAGE)}
    order by it.number`,
)

/** Returns the page of Discover that follows a cursor: newest posts first, and each post's items in order. */
export function selectDiscover(
  db: Db,
  viewer: string,
  { created_at, post_id, media_index }: DiscoverCursor,
): Promise<DiscoverRow[]> {
  return page(db, [viewer, created_at, post_id, media_index])
}
