import { type RawBuilder, sql } from 'kysely'

/** Whether two rows belong to the same entry. */
export function sameLine(row: string, other: string): RawBuilder<boolean> {
  const same = ['user_id', 'type', 'target_id', 'media_index', 'day'].map(
    (column) => sql`${sql.ref(`${row}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
  )
  return sql<boolean>`${sql.join(same, sql` and `)}`
}

/** SQL that marks today's entry unread again and makes it refer to the newest comment. */
export const RENEW_LINE = sql`on constraint notifications_once_a_day do update
  set comment_id = excluded.comment_id, created_at = excluded.created_at, read_at = null`
