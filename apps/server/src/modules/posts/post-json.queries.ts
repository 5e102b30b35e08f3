import type { SpotStateChange } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { selectBlockedIds } from '../blocks/index.ts'
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

/** The columns of post `p` that {@link posts} needs. */
export const POST = sql`p as post, p.id, p.created_at`

/**
 * A post on a page. `post` is the contract's Post as JSON text, `id` and `created_at` are its position, and `more` says
 * whether there is a next page. In a feed of everyone, the first post also has the page's condition changes.
 */
export type PostText = {
  post: string
  id: string
  created_at: string
  more: boolean
  changes?: SpotStateChange[] | null
}

/**
 * Prepares a statement that returns the contract's Post for each row that `which` selects: {@link POST} in order, up to
 * `max` + 1. The viewer is `$1`. `beside` is a query for a single value, returned in the first row as `changes`.
 */
export function posts(
  name: string,
  max: number,
  which: RawBuilder<unknown>,
  beside?: RawBuilder<PostText['changes']>,
) {
  const changes = beside ? sql`, case when p.ordinal = 1 then (${beside}) end as changes` : sql``
  return preparedStatement<PostText>(
    name,
    () => sql<PostText>`
      with across as materialized (select ${selectBlockedIds(VIEWER)} as ids), page as materialized (
        select found.*, row_number() over () as ordinal from (${which}) found
      ), ${HIDDEN.parts}
      select card.post::text as post, p.id, ${moment('p.created_at')} as created_at,
        (select count(*) from page) > ${sql.lit(max)} as more${changes}
      from page p cross join across cross join hidden
        cross join lateral post_json(${VIEWER}, p.post, across.ids, hidden.likes, hidden.comments) card
      where p.ordinal <= ${sql.lit(max)}
      order by p.ordinal`,
  )
}
