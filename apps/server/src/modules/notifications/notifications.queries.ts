import { type Notification, type SpotState, UNREAD_MAX } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { isOfList, mayKnow, mayKnowPost } from '../audiences/index.ts'
import { notBlocked, type ViewerInSql } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'

/** Lines on a page. */
export const NOTIFICATIONS_PAGE = 20
/** Actors of a line are counted no further. */
const MAX_ACTORS = 1_000
const ACTORS_SHOWN = 3
const MAX_CONTENT = 200

/** Where a page ends: the newest row of its last line. */
export type NotificationCursor = { created_at: string; id: string }

// The statements below are prepared: $1 is the viewer in each.
const VIEWER = sql`$1::uuid`

// Whether the like or follow that caused a row exists. A row outlives its cause, so that liking again on the same day
// inserts no second one; a cause newer than the row's day does not count. `between` makes the planner read likes by
// their primary key, which has those of an item together. With `=` it also read the index by person, where each actor
// of a line is on another page.
const causeExists = (row: string): RawBuilder<boolean> => {
  const [type, from, day] = [sql.ref(`${row}.type`), sql.ref(`${row}.from_user_id`), sql.ref(`${row}.day`)]
  const by = sql`(cause.created_at at time zone 'UTC')::date <= ${day}`
  return sql<boolean>`case ${type}
    when 'like' then exists (select from likes cause where cause.post_id = ${sql.ref(`${row}.post_id`)}
      and cause.media_index = ${sql.ref(`${row}.media_index`)} and cause.user_id between ${from} and ${from} and ${by})
      or exists (select from discussion_likes cause where cause.discussion_id = ${sql.ref(`${row}.discussion_id`)}
      and cause.user_id = ${from} and ${by})
    when 'follow' then exists (select from follows cause
      where cause.follower_id = ${from} and cause.following_id = ${sql.ref(`${row}.user_id`)} and ${by})
    when 'comment_like' then exists (select from comment_likes cause
      where cause.comment_id = ${sql.ref(`${row}.comment_id`)} and cause.user_id = ${from} and ${by})
    when 'crew_invitation' then exists (select from crew_invitations cause where cause.crew_id = ${sql.ref(`${row}.target_id`)}
      and cause.user_id = ${sql.ref(`${row}.user_id`)} and cause.declined_at is null and cause.withdrawn_at is null)
    else true end`
}

// Whether the viewer may see the actor of a row, and its cause exists.
const actorShown = (row: string): RawBuilder<boolean> => {
  const from = `${row}.from_user_id`
  return sql<boolean>`(${sql.ref(from)} is null or ${notBlocked(VIEWER, from)} and ${causeExists(row)})`
}

/** Whether somebody may be notified of a new spot: it is there, and they see whoever shared it. */
export const spotShownTo = (viewer: ViewerInSql, spot: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${spot}.deleted_at`)} is null and ${sql.ref(`${spot}.status`)} = 'open' and ${sql.ref(`${spot}.created_by`)} is not null
  and ${notBlocked(viewer, `${spot}.created_by`)} and ${mayKnow(viewer, `${spot}.id`)})`

/** How a spot stands, by its columns. */
export const spotStateOf = (spot: string): RawBuilder<SpotState> => {
  const [status, state, source] = ['status', 'spot_state', 'source'].map((column) =>
    sql.ref(`${spot}.${column}`),
  )
  return sql<SpotState>`case when ${status} = 'gone' then 'gone'
    else coalesce(${state}, case when ${source} is null then 'open' else 'unverified' end) end`
}

// The spots that a row notifies of, newest first, as far as the viewer may see them.
const newSpotsOf = (row: string) => sql`spots_near near join spots s on s.id = near.spot_id
  where near.notification_id = ${sql.ref(`${row}.id`)} and ${spotShownTo(VIEWER, 's')}`

/**
 * Whether somebody may be notified of the change `update` in an area that they follow: of spots that they may know, and of
 * bulletins that are not over.
 */
export const areaUpdatesShownTo = (viewer: ViewerInSql, update: string): RawBuilder<boolean> => {
  const [kind, spot, bulletin] = ['kind', 'spot_id', 'bulletin_id'].map((column) =>
    sql.ref(`${update}.${column}`),
  )
  return sql<boolean>`((${spot} is null or exists (select from spots s where s.id = ${spot} and s.deleted_at is null
      and ${mayKnow(viewer, 's.id')} and (${kind} <> 'spot' or ${spotShownTo(viewer, 's')})))
    and (${bulletin} is null or exists (select from bulletins b where b.id = ${bulletin} and b.ends_at > now())))`
}

const areaUpdatesOf = (row: string) => sql`area_updates up
  where up.notification_id = ${sql.ref(`${row}.id`)} and ${areaUpdatesShownTo(VIEWER, 'up')}`

// The spots that somebody added to the list of a row since, on its day, as far as the viewer may see them.
const listSpotsOf = (
  row: string,
) => sql`list_spots added join lists l on l.id = added.list_id join spots s on s.id = added.spot_id
  where added.list_id = ${sql.ref(`${row}.target_id`)} and added.added_at >= ${sql.ref(`${row}.created_at`)}
    and (added.added_at at time zone 'UTC')::date = ${sql.ref(`${row}.day`)}
    and s.deleted_at is null and ${mayKnow(VIEWER, 's.id')} and ${isOfList(VIEWER, 'l')}`

// Whether the viewer may see the target of a row. Not while its spot is deleted, while moderators hide it, and while
// its owner is suspended or across a block. Each target is looked up by its key: with `exists` the planner read all
// comments to check ten rows.
const targetShown = (row: string): RawBuilder<boolean> => {
  const shown = (table: 'posts' | 'discussions', column: string) => {
    const id = sql.ref(`${row}.${column}`)
    const known = table === 'posts' ? sql`and ${mayKnowPost(VIEWER, 't')}` : sql``
    return sql`(${id} is null or coalesce((select t.hidden_at is null and ${notBlocked(VIEWER, 't.user_id')} ${known}
      from ${sql.table(table)} t where t.id = ${id}), false))`
  }
  return sql<boolean>`(${shown('posts', 'post_id')} and ${shown('discussions', 'discussion_id')}
    and ${commentShown(row)}
    and (${sql.ref(`${row}.type`)} <> 'spot_near' or exists (select from ${newSpotsOf(row)}))
    and (${sql.ref(`${row}.type`)} <> 'area_changes' or exists (select from ${areaUpdatesOf(row)}))
    and (${sql.ref(`${row}.type`)} <> 'list_spots' or exists (select from ${listSpotsOf(row)}))
    and (${sql.ref(`${row}.type`)} not in ('spot_state', 'saved_spot_state') or exists (select from spots t
      where t.id = ${sql.ref(`${row}.spot_id`)} and t.deleted_at is null
        and (${sql.ref(`${row}.type`)} = 'spot_state' or ${mayKnow(VIEWER, 't.id')}))))`
}

// Whether the comment of a row is shown. Checked for each row: rows of one line share the post, not the comment. Few
// comments are hidden, so those are looked up in an index of their own; a row is deleted with its comment. Replies to
// somebody whom the viewer does not see are in no list, and therefore in no notification, except to the viewer's own.
const commentShown = (row: string): RawBuilder<boolean> => {
  const id = sql.ref(`${row}.comment_id`)
  return sql<boolean>`(${id} is null
    or not exists (select from comments t where t.id = ${id} and t.hidden_at is not null)
    and (${sql.ref(`${row}.type`)} not in ('comment', 'discussion_comment', 'mention')
      or coalesce((select ${notBlocked(VIEWER, 'above.user_id')} from comments t
        join comments above on above.id = t.parent_comment_id where t.id = ${id}), true)))`
}

// The viewer's rows, ordered by day and line in an index. A viral day is one line of 100,000 rows, so the queries below
// step from one line to the next instead of grouping rows.
const ROWS = sql`notifications n where n.user_id = ${VIEWER}`

const days = (isFirst: boolean) => sql`
  (select n.day from ${ROWS} ${
    isFirst ? sql`` : sql`and n.day <= ($2::timestamptz at time zone 'UTC')::date`
  } order by n.day desc limit 1)
  union all
  select (select n.day from ${ROWS} and n.day < days.day order by n.day desc limit 1)
  from days where days.day is not null`

const LINE = sql`n.user_id, n.day, n.type, n.target_id, n.media_index`
const LINES_OF_DAY = sql`
  (select ${LINE} from ${ROWS} and n.day = days.day order by n.type, n.target_id, n.media_index limit 1)
  union all
  select next.* from lines cross join lateral (
    select ${LINE} from ${ROWS} and n.day = days.day
      and (n.type, n.target_id, n.media_index) > (lines.type, lines.target_id, lines.media_index)
    order by n.type, n.target_id, n.media_index limit 1) next`

// Whether two rows are of the same line.
const sameLine = (row: string, other: string): RawBuilder<boolean> => {
  const same = ['user_id', 'type', 'target_id', 'media_index', 'day'].map(
    (column) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
  )
  return sql<boolean>`${sql.join(same, sql` and `)}`
}

// `offset 0` makes the planner look up the discussion of each line: it read all 50,000 for a join with twenty lines.
const DISCUSSION = sql`left join lateral (
  select id, title from discussions where id = line.discussion_id offset 0) d on true`

// The newest rows of `line` whose actors are shown, at most `most`. They come in the order of the index: numbering the
// thousand rows of a viral day in a window took longer than reading three of them again.
const newest = (columns: RawBuilder<unknown>, most: number) => sql`
  select ${columns} from notifications m
  where ${sameLine('m', 'line')} and ${actorShown('m')} and ${commentShown('m')}
  order by m.created_at desc, m.id desc limit ${sql.lit(most)}`

// One more than a page has, to know whether another page follows.
const LIMIT = sql.lit(NOTIFICATIONS_PAGE + 1)

const pageStatement = (name: string, isFirst: boolean) =>
  preparedStatement<Notification>(name, () => {
    const older = isFirst ? sql`` : sql`and (n.created_at, n.id) < ($2::timestamptz, $3::uuid)`
    return sql<Notification>`
    with recursive days as (${days(isFirst)}), line as materialized (
      select newest.* from days cross join lateral (
        with recursive lines as (${LINES_OF_DAY})
        select n.* from lines cross join lateral (
          select n.* from notifications n
          where ${sameLine('n', 'lines')} and ${actorShown('n')} and ${commentShown('n')}
          order by n.created_at desc, n.id desc limit 1) n
        where ${targetShown('n')} ${older}
        order by n.created_at desc, n.id desc limit ${LIMIT}
      ) newest
      where days.day is not null
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
      areas.area,
      case when line.type in ('spot_state', 'saved_spot_state') then ${spotStateOf('named_spot')} end as spot_state,
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
    left join spots named_spot on named_spot.id = line.spot_id and ${mayKnow(VIEWER, 'named_spot.id')}
    left join lateral (
      select (array_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at desc, s.id desc))[1] as newest,
        count(*)::int as count
      from ${newSpotsOf('line')}) new_spots on line.type = 'spot_near'
    left join lateral (
      select (array_agg(json_build_object('id', s.id, 'name', s.name) order by added.added_at desc, s.id desc))[1] as newest,
        count(*)::int as count, (array_agg(json_build_object('id', l.id, 'name', l.name)))[1] as list
      from ${listSpotsOf('line')}) list_spots on line.type = 'list_spots'
    left join lateral (
      select case when count(*) > 0 then json_build_object(
        'id', (array_agg(up.area_id order by up.added_at desc, up.id))[1],
        'name', (array_agg(area.name order by up.added_at desc, up.id))[1],
        'others', count(distinct up.area_id) - 1, 'spots', count(*) filter (where up.kind = 'spot'),
        'states', count(*) filter (where up.kind = 'state'), 'bulletins', count(*) filter (where up.kind = 'bulletin')) end as area
      from steward_areas area, ${areaUpdatesOf('line')} and area.id = up.area_id) areas on line.type = 'area_changes'
    left join report_cases rc on rc.id = line.case_id
    order by line.created_at desc, line.id desc`
  })
const firstPage = pageStatement('notifications_first', true)
const laterPage = pageStatement('notifications_later', false)

/** Lines of a person's notifications after a cursor, newest first, one more than {@link NOTIFICATIONS_PAGE}. */
export const selectNotifications = (
  db: Db,
  user_id: string,
  after: NotificationCursor | null,
): Promise<Notification[]> =>
  after ? laterPage(db, [user_id, after.created_at, after.id]) : firstPage(db, [user_id])

const unread = preparedStatement<{ count: number }>(
  'notifications_unread',
  () => sql`
    select count(*)::int as count from (
      select from notifications n
      where n.user_id = ${VIEWER} and n.read_at is null and ${targetShown('n')} and ${actorShown('n')}
      limit ${sql.lit(UNREAD_MAX)}
    ) unread`,
)

/** How many rows a person has not read, counted no further than `UNREAD_MAX`. */
export const countUnread = async (db: Db, user_id: string): Promise<number> => {
  const [row] = await unread(db, [user_id])
  return row?.count ?? 0
}

/**
 * Marks a person's unread rows up to a moment as read, at most `limit` of them; returns how many. Repeat it until there
 * are fewer.
 */
export const markRead = async (db: Db, user_id: string, until: string, limit: number): Promise<number> => {
  // Rows that another transaction has locked are skipped, so that reading never waits.
  const { numAffectedRows } = await sql`
    update notifications set read_at = now() where id in (
      select id from notifications
      where user_id = ${user_id} and read_at is null and created_at <= ${until}::timestamptz
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks the line of a row as read; undefined when the row is not the person's, else whether anything changed. */
export const markLineRead = async (db: Db, user_id: string, id: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ changed: boolean }>`
    with line as (
      select * from notifications where id = ${id} and user_id = ${user_id}
    ), updated as (
      update notifications set read_at = now() where id in (
        select m.id from notifications m join line on ${sameLine('m', 'line')}
        where m.read_at is null for update of m skip locked)
      returning 1
    )
    select exists (select from updated) as changed from line`.execute(db)
  return rows[0]?.changed
}
