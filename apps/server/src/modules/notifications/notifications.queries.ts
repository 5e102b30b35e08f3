import { type Notification, UNREAD_MAX } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { notBlocked } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'

/** Lines on a page. */
export const NEWS_PAGE = 20
/** More actors than this are not counted. */
const ACTORS_MOST = 1_000
const ACTORS_SHOWN = 3
const WORDS_MOST = 200

/** A place in the list: the newest row of the last group shown. */
export type NewsPlace = { created_at: string; id: string }

// Whose notifications are read; lists and badge are prepared statements.
const READER = sql`$1::uuid`

// Whether the cause of a row still stands: a like or a follow may have been taken back. The row stays for its day, so that
// doing it again makes no new one; one of an earlier day is not brought back by what was done since.
// `between` leaves a like to the primary key, where those of an item stand together: the planner took the index of
// persons as well, where each actor of a line stands on another page.
const causeThere = (row: string): RawBuilder<boolean> => {
  const [type, from, day] = [sql.ref(`${row}.type`), sql.ref(`${row}.from_user_id`), sql.ref(`${row}.day`)]
  const by = sql`(made.created_at at time zone 'UTC')::date <= ${day}`
  return sql<boolean>`case ${type}
    when 'like' then exists (select from likes made where made.post_id = ${sql.ref(`${row}.post_id`)}
      and made.media_index = ${sql.ref(`${row}.media_index`)} and made.user_id between ${from} and ${from} and ${by})
      or exists (select from discussion_likes made where made.discussion_id = ${sql.ref(`${row}.discussion_id`)}
      and made.user_id = ${from} and ${by})
    when 'follow' then exists (select from follows made
      where made.follower_id = ${from} and made.following_id = ${sql.ref(`${row}.user_id`)} and ${by})
    when 'comment_like' then exists (select from comment_likes made
      where made.comment_id = ${sql.ref(`${row}.comment_id`)} and made.user_id = ${from} and ${by})
    else true end`
}

// Whether the actor of a row is there for its reader, and did not take back what they did.
const actorShown = (row: string): RawBuilder<boolean> => {
  const from = `${row}.from_user_id`
  return sql<boolean>`(${sql.ref(from)} is null or ${notBlocked(READER, from)} and ${causeThere(row)})`
}

// Whether what a row is about is there: posts of a deleted spot wait unseen for their end or return, as does what
// moderators hide, and whatever is of somebody across a block or suspended. Each is looked up by its key: as `exists` the
// planner read all comments to check ten rows.
const thingShown = (row: string): RawBuilder<boolean> => {
  const shown = (table: 'posts' | 'discussions', column: string) => {
    const id = sql.ref(`${row}.${column}`)
    return sql`(${id} is null or coalesce((select t.hidden_at is null and ${notBlocked(READER, 't.user_id')}
      from ${sql.table(table)} t where t.id = ${id}), false))`
  }
  return sql<boolean>`(${shown('posts', 'post_id')} and ${shown('discussions', 'discussion_id')}
    and ${wordsShown(row)})`
}

// Whether the comment of a row is; rows of one line have one post, but each its own comment.
const wordsShown = (row: string): RawBuilder<boolean> => {
  const id = sql.ref(`${row}.comment_id`)
  return sql<boolean>`(${id} is null
    or coalesce((select t.hidden_at is null from comments t where t.id = ${id}), false))`
}

// The rows of a person's lines, through the index that has them day by day and line by line. A viral day is one line of
// 100,000 rows, so no query may go through rows to find lines: it steps from one line to the next.
const ROWS = sql`notifications n where n.user_id = ${READER}`

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

// Rows of the same line.
const sameLine = (row: string, other: string): RawBuilder<boolean> => {
  const same = ['user_id', 'type', 'target_id', 'media_index', 'day'].map(
    (column) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
  )
  return sql<boolean>`${sql.join(same, sql` and `)}`
}

// One line more than a page.
const LIMIT = sql.lit(NEWS_PAGE + 1)

const page = (name: string, isFirst: boolean) =>
  preparedStatement<Notification>(name, () => {
    const older = isFirst ? sql`` : sql`and (n.created_at, n.id) < ($2::timestamptz, $3::uuid)`
    return sql<Notification>`
    with recursive days as (${days(isFirst)}), line as materialized (
      select newest.* from days cross join lateral (
        with recursive lines as (${LINES_OF_DAY})
        select n.* from lines cross join lateral (
          select n.* from notifications n
          where ${sameLine('n', 'lines')} and ${actorShown('n')} and ${wordsShown('n')}
          order by n.created_at desc, n.id desc limit 1) n
        where ${thingShown('n')} ${older}
        order by n.created_at desc, n.id desc limit ${LIMIT}
      ) newest
      where days.day is not null
      limit ${LIMIT}
    )
    select line.id, line.user_id, line.type, line.from_user_id, line.post_id, line.media_index,
      coalesce(actors.shown, '[]') as actors, actors.count as actors_count,
      case when line.type = 'follow' then exists (select from follows back
        where back.follower_id = line.user_id and back.following_id = line.from_user_id) end as following,
      case when p.id is not null then json_build_object('user_id', p.user_id, 'title', p.title,
        'media', case when md.status in ('processing', 'ready') then ${mediaJson('md')} end,
        'spot', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end) end as post,
      case when c.id is not null then json_build_object('id', c.id, 'parent_comment_id', c.parent_comment_id,
        'content', left(c.content, ${sql.lit(WORDS_MOST)})) end as comment,
      case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end as discussion,
      case when gone.id is not null then json_build_object('id', gone.id, 'name', gone.name) end as spot,
      case when rc.id is not null then
        json_build_object('case_id', rc.id, 'kind', rc.kind, 'status', rc.status, 'action', (
          select decided.action from moderation_decisions decided where decided.case_id = rc.id and not exists (
            select from appeals a where a.decision_id = decided.id and a.outcome = 'reversed'))) end as report,
      line.thread_id, ${moment('line.created_at')} as created_at,
      case when not actors.unread then ${moment('line.read_at')} end as read_at
    from line
    cross join lateral (
      select count(*) filter (where together.from_user_id is not null)::int as count,
        coalesce(bool_or(together.read_at is null), false) as unread,
        json_agg((select ${personJson('who')} from profiles who where who.user_id = together.from_user_id)
          order by together.place)
          filter (where together.from_user_id is not null and together.place <= ${sql.lit(ACTORS_SHOWN)}) as shown
      from (
        select m.from_user_id, m.read_at, row_number() over (order by m.created_at desc, m.id desc) as place
        from notifications m
        where ${sameLine('m', 'line')} and ${actorShown('m')} and ${wordsShown('m')}
        order by m.created_at desc, m.id desc limit ${sql.lit(ACTORS_MOST)}
      ) together
    ) actors
    left join posts p on p.id = line.post_id
    left join post_media pm on pm.post_id = line.post_id and pm.media_index = line.media_index
    left join media md on md.id = pm.media_id
    left join spots s on s.id = p.spot_id and s.deleted_at is null
    left join comments c on c.id = line.comment_id
    left join discussions d on d.id = line.discussion_id
    left join spots gone on gone.id = line.spot_id
    left join report_cases rc on rc.id = line.case_id
    order by line.created_at desc, line.id desc`
  })
const firstPage = page('news_first', true)
const laterPage = page('news_later', false)

/** Lines of a person's news after a place, newest first, one more than {@link NEWS_PAGE}. */
export const selectNews = (db: Db, user_id: string, after: NewsPlace | null): Promise<Notification[]> =>
  after ? laterPage(db, [user_id, after.created_at, after.id]) : firstPage(db, [user_id])

const unread = preparedStatement<{ count: number }>(
  'news_unread',
  () => sql`
    select count(*)::int as count from (
      select from notifications n
      where n.user_id = ${READER} and n.read_at is null and ${thingShown('n')} and ${actorShown('n')}
      limit ${sql.lit(UNREAD_MAX)}
    ) unread`,
)

/** How many rows a person has not read, counted no further than `UNREAD_MAX`. */
export const countUnread = async (db: Db, user_id: string): Promise<number> => {
  const [row] = await unread(db, [user_id])
  return row?.count ?? 0
}

/**
 * Marks what a person has not read as read, up to a moment, at most `most` rows; gives how many there were. Repeat it
 * until there are fewer.
 */
export const markRead = async (db: Db, user_id: string, until: string, most: number): Promise<number> => {
  // What is being written or deleted at this moment is passed over, so that nobody waits.
  const { numAffectedRows } = await sql`
    update notifications set read_at = now() where id in (
      select id from notifications
      where user_id = ${user_id} and read_at is null and created_at <= ${until}::timestamptz
      limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks the line of a row as read; undefined when it is not the person's, else whether anything changed. */
export const markLineRead = async (db: Db, user_id: string, id: string): Promise<boolean | undefined> => {
  const { rows } = await sql<{ changed: boolean }>`
    with line as (
      select * from notifications where id = ${id} and user_id = ${user_id}
    ), done as (
      update notifications set read_at = now() where id in (
        select m.id from notifications m join line on ${sameLine('m', 'line')}
        where m.read_at is null for update of m skip locked)
      returning 1
    )
    select exists (select from done) as changed from line`.execute(db)
  return rows[0]?.changed
}
