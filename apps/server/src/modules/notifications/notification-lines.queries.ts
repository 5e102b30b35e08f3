import { type RawBuilder, sql } from 'kysely'
import { VIEWER } from './visibility.queries.ts'

// The viewer's rows, sorted by day and entry through an index. A viral day can be a single entry with 100,000 rows, so
// the queries below skip from entry to entry instead of grouping rows.
const ROWS = sql`notifications n where n.user_id = ${VIEWER}`

/** SQL for the days with notifications, newest first. Part of a recursive CTE `days`. */
export const days = (isFirst: boolean) => sql`
  (select n.day from ${ROWS} ${
    isFirst ? sql`` : sql`and n.day <= ($2::timestamptz at time zone 'UTC')::date`
  } order by n.day desc limit 1)
  union all
  select (select n.day from ${ROWS} and n.day < days.day order by n.day desc limit 1)
  from days where days.day is not null`

const LINE = sql`n.user_id, n.day, n.type, n.target_id, n.media_index`
/** SQL for the entries on `days.day`. Part of a recursive CTE `lines`. */
export const LINES_OF_DAY = sql`
  (select ${LINE} from ${ROWS} and n.day = days.day order by n.type, n.target_id, n.media_index limit 1)
  union all
  select next.* from lines cross join lateral (
    select ${LINE} from ${ROWS} and n.day = days.day
      and (n.type, n.target_id, n.media_index) > (lines.type, lines.target_id, lines.media_index)
    order by n.type, n.target_id, n.media_index limit 1) next`

/** Whether two rows belong to the same entry. */
export const sameLine = (row: string, other: string): RawBuilder<boolean> => {
  const same = ['user_id', 'type', 'target_id', 'media_index', 'day'].map(
    (column) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
  )
  return sql<boolean>`${sql.join(same, sql` and `)}`
}

/** SQL that marks today's entry unread again and makes it refer to the newest comment. */
export const RENEW_LINE = sql`on constraint notifications_once_a_day do update
  set comment_id = excluded.comment_id, created_at = excluded.created_at, read_at = null`
