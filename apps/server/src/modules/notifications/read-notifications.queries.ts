import { UNREAD_MAX } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { sameLine } from './notification-lines.queries.ts'
import { VIEWER } from './visibility.queries.ts'

const unread = preparedStatement<{ count: number }>(
  'notifications_unread',
  () => sql`
    select count(*)::int as count from (
      select from notifications_by_visible_people(${VIEWER}) n cross join lateral has_visible_target(${VIEWER}, n)
      where n.read_at is null
      limit ${sql.lit(UNREAD_MAX)}
    ) unread`,
)

/** Counts a person's unread rows, up to `UNREAD_MAX`. */
export async function countUnread(db: Db, user_id: string): Promise<number> {
  const [row] = await unread(db, [user_id])
  return row?.count ?? 0
}

/**
 * Marks up to `limit` of a person's unread rows, up to a point in time, as read. Returns how many it marked. Call it
 * again until it returns less than `limit`.
 */
export async function markRead(db: Db, user_id: string, until: string, limit: number): Promise<number> {
  // Skip rows locked by another transaction, so that reading never blocks.
  const { numAffectedRows } = await sql`
    update notifications set read_at = now() where id in (
      select id from notifications
      where user_id = ${user_id} and read_at is null and created_at <= ${until}::timestamptz
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks the entry with this row as read. Returns whether anything changed; undefined if the row isn't the person's. */
export async function markLineRead(db: Db, user_id: string, id: string): Promise<boolean | undefined> {
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
