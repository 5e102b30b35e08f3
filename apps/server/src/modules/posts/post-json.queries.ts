import type { SpotStateChange } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { selectBlockedIds } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { mentionsJson } from '../mentions/index.ts'
import { personJson } from '../profiles/index.ts'
import { hiddenCounts } from './counts/hidden-counts.queries.ts'
import { VIEWER } from './visibility.queries.ts'

/** SQL that joins an item's queued count changes as `waiting.likes` and `waiting.comments`; `item` is in post_media. */
export function waitingCounts(item: string): RawBuilder<unknown> {
  return sql`
  cross join lateral waiting_counts(${sql.ref(`${item}.post_id`)}, ${sql.ref(`${item}.media_index`)}) waiting`
}

/**
 * SQL that joins the creator of spot `s` as `creator`, if the viewer can see them. Written out instead of reading
 * `visible_people`, because the statement already has the viewer's blocks in its CTE `across`.
 */
export const JOIN_CREATOR = sql`left join profiles creator on creator.user_id = s.created_by and not creator.is_hidden
    and creator.user_id <> all ((select ids from across)::uuid[])`

const HIDDEN = hiddenCounts(sql`array(select id from page)`)

const itemCounts = sql`'likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked`

/** The contract's Post as JSON text, from the post `p` and its author `who`. The viewer is `$1`. */
const postText = sql`json_build_object(
  'id', p.id, 'kind', p.kind, 'user_id', p.user_id, 'user', ${personJson('who')}, 'spot_id', p.spot_id,
  'spot', case when s.id is not null then post_spot_json(s, creator.user_id) end,
  'audience', p.audience, 'crew', (
    select json_build_object('id', crew.id, 'name', crew.name) from crews crew where crew.id = p.crew_id),
  'title', p.title, 'content', p.content, 'mentions', ${mentionsJson('post_id', 'p.id', VIEWER)}, 'media', items.media,
  'photo_link', photo_link_json(p.photo_url), 'words', items.words,
  'comments_count', items.comments, 'saved', exists (select from saved_posts saved
    where saved.post_id = p.id and saved.user_id = $1), 'version', p.version,
  'created_at', ${moment('p.created_at')}, 'updated_at', ${moment('p.updated_at')})::text`

const JOINS = sql`
  join profiles who on who.user_id = p.user_id
  left join spots s on s.id = p.spot_id
  ${JOIN_CREATOR}
  cross join lateral (
    select
      coalesce(json_agg(json_build_object('media_index', item.media_index, 'media', ${mediaJson('m')}, ${itemCounts},
        'is_cover', coalesce(item.media_id = s.cover_media_id, false))
        order by item.media_index) filter (where m.status in ('processing', 'ready')), '[]') as media,
      json_agg(json_build_object(${itemCounts})) filter (where item.media_id is null) -> 0 as words,
      sum(item.comments) as comments
    from (
      select pm.media_index, pm.media_id, pm.like_count + waiting.likes - ${HIDDEN.likes('pm')} as likes,
        pm.comment_count + waiting.comments - ${HIDDEN.comments('pm')} as comments,
        exists (select from likes l
          where l.post_id = pm.post_id and l.media_index = pm.media_index and l.user_id = $1) as liked
      from post_media pm ${waitingCounts('pm')}
      where pm.post_id = p.id
      offset 0
    ) item
    left join media m on m.id = item.media_id
  ) items`

/**
 * A post on a page. `post` is the contract's Post as JSON text, `id` and `created_at` are its position, and `more` says
 * whether there is a next page. The page's first post also has the page's other content.
 */
export type PostText = {
  post: string
  id: string
  created_at: string
  more: boolean
  changes: SpotStateChange[] | null
}

/**
 * Prepares a statement that returns the contract's Post for each row that `which` selects: posts `p` in order, up to
 * `max` + 1. The viewer is `$1`. `beside` is a query for a single value, returned in the first row.
 */
export function posts(
  name: string,
  max: number,
  which: RawBuilder<unknown>,
  beside: RawBuilder<PostText['changes']> = sql`null`,
) {
  return preparedStatement<PostText>(
    name,
    () => sql<PostText>`
      with across as materialized (select ${selectBlockedIds(VIEWER)} as ids), page as materialized (
        select found.*, row_number() over () as ordinal from (${which}) found
      ), ${HIDDEN.parts}
      select ${postText} as post, p.id, ${moment('p.created_at')} as created_at,
        (select count(*) from page) > ${sql.lit(max)} as more,
        case when p.ordinal = 1 then (${beside}) end as changes
      from page p ${JOINS}
      where p.ordinal <= ${sql.lit(max)}
      order by p.ordinal`,
  )
}
