import type { Notification } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'
import { selectSpotState, VIEWER } from './visibility.queries.ts'

/** Entries per page. */
export const NOTIFICATIONS_PAGE = 20
/** Maximum number of actors counted per entry. */
const MAX_ACTORS = 1_000
const ACTORS_SHOWN = 3
const MAX_CONTENT = 200

/** A keyset position: the newest row of a page's last entry. */
export type NotificationCursor = { created_at: string; id: string }

// `offset 0` makes the planner look up each line's discussion. Without it, the planner read all 50,000 discussions to
// join twenty lines.
const DISCUSSION = sql`left join lateral (
  select id, title from discussions where id = line.discussion_id offset 0) d on true`

// Selects up to `most` of the newest rows of `line` with visible actors, in index order. For the thousand rows of a
// viral day, a window function was slower than reading three rows again.
function newest(columns: RawBuilder<unknown>, most: number) {
  return sql`
  select ${columns}
  from notifications_of_line(${VIEWER}, line.type, line.target_id, line.media_index, line.day) m
  order by m.created_at desc, m.id desc limit ${sql.lit(most)}`
}

// One more than fits on a page, to determine whether there is a next page.
const LIMIT = sql.lit(NOTIFICATIONS_PAGE + 1)

function pageStatement(name: string, isFirst: boolean) {
  return preparedStatement<Notification>(name, () => {
    const older = isFirst
      ? sql``
      : sql`where ((n.item).created_at, (n.item).id) < ($2::timestamptz, $3::uuid)`
    const upto = isFirst ? sql`` : sql`, ($2::timestamptz at time zone 'UTC')::date`
    return sql<Notification>`
    with line as materialized (
      select newest.* from notification_days(${VIEWER}${upto}) days cross join lateral (
        select (n.item).* from notification_lines(${VIEWER}, days.day) lines cross join lateral (
          select n as item
          from notifications_of_line(${VIEWER}, lines.type, lines.target_id, lines.media_index, days.day) n
          order by n.created_at desc, n.id desc limit 1) n
        cross join lateral has_visible_target(${VIEWER}, n.item) ${older}
        order by (n.item).created_at desc, (n.item).id desc limit ${LIMIT}
      ) newest
      limit ${LIMIT}
    )
    select line.id, line.user_id, line.type, line.from_user_id, line.post_id, line.media_index,
      coalesce(shown.people, '[]') as actors, actors.count as actors_count,
      case when line.type = 'follow' then exists (select from follows followed_back
        where followed_back.follower_id = line.user_id and followed_back.following_id = line.from_user_id) end as following,
      case when p.id is not null then json_build_object('user_id', p.user_id, 'title', p.title,
        'media', case when md.status in ('processing', 'ready') then ${mediaJson('md')} end,
        'spot', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end) end as post,
      case when c.id is not null then json_build_object('id', c.id, 'parent_comment_id', c.parent_comment_id,
        'content', left(c.content, ${sql.lit(MAX_CONTENT)})) end as comment,
      case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end as discussion,
      case when named_spot.id is not null then json_build_object('id', named_spot.id, 'name', named_spot.name)
        else coalesce(new_spots.newest, list_spots.newest) end as spot,
      coalesce(new_spots.count, list_spots.count, 0) as spots_count, list_spots.list,
      case when line.type = 'crew_invitation' then (select json_build_object('id', crew.id, 'name', crew.name)
        from crews crew where crew.id = line.target_id) end as crew,
      areas.area, meetup.item as meetup,
      case when line.type in ('spot_state', 'saved_spot_state') then ${selectSpotState('named_spot')} end as spot_state,
      case when rc.id is not null then
        json_build_object('case_id', rc.id, 'kind', rc.kind, 'status', rc.status, 'action', (
          select decision.action from moderation_decisions decision where decision.case_id = rc.id and not exists (
            select from appeals a where a.decision_id = decision.id and a.outcome = 'reversed'))) end as report,
      line.thread_id, ${moment('line.created_at')} as created_at,
      case when not actors.unread then ${moment('line.read_at')} end as read_at
    from line
    cross join lateral (
      select count(actor_rows.from_user_id)::int as count, coalesce(bool_or(actor_rows.read_at is null), false) as unread
      from (${newest(sql`m.from_user_id, m.read_at`, MAX_ACTORS)}) actor_rows
    ) actors
    cross join lateral (
      select json_agg((select ${personJson('actor')} from profiles actor where actor.user_id = actor_rows.from_user_id))
        filter (where actor_rows.from_user_id is not null) as people
      from (${newest(sql`m.from_user_id`, ACTORS_SHOWN)}) actor_rows
    ) shown
    left join posts p on p.id = line.post_id
    left join post_media pm on pm.post_id = line.post_id and pm.media_index = line.media_index
    left join media md on md.id = pm.media_id
    left join spots s on s.id = p.spot_id and s.deleted_at is null
    left join comments c on c.id = line.comment_id
    ${DISCUSSION}
    left join lateral (
      select s.id, s.name, s.status, s.spot_state, s.source from spots s where s.id = line.spot_id
        and not exists (select from withheld_spots(${VIEWER}) withheld where withheld.id = s.id offset 0) offset 0
    ) named_spot on true
    left join lateral notified_new_spots(${VIEWER}, line.id) new_spots on line.type = 'spot_near'
    left join lateral notified_list(${VIEWER}, line.target_id, line.created_at, line.day) list_spots
      on line.type = 'list_spots'
    left join lateral notified_areas(${VIEWER}, line.id) areas on line.type = 'area_changes'
    left join lateral (
      select json_build_object('id', m.id, 'spot_name', s.name, 'is_canceled', m.canceled_at is not null) as item
      from visible_meetups(${VIEWER}) m join spots s on s.id = m.spot_id where m.id = line.meetup_id offset 0
    ) meetup on true
    left join report_cases rc on rc.id = line.case_id
    order by line.created_at desc, line.id desc`
  })
}

const firstPage = pageStatement('notifications_first', true)
const laterPage = pageStatement('notifications_later', false)

/** Returns entries after a cursor, newest first, up to one more than {@link NOTIFICATIONS_PAGE}. */
export function selectNotifications(
  db: Db,
  user_id: string,
  after: NotificationCursor | null,
): Promise<Notification[]> {
  return after ? laterPage(db, [user_id, after.created_at, after.id]) : firstPage(db, [user_id])
}
