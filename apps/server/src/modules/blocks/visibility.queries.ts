import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** The viewer's id inside SQL: `$1` in a prepared statement, or a value; null for a visitor. */
export type ViewerInSql = RawBuilder<unknown>

/** Returns the viewer's id as an SQL value. */
export function viewerId(user_id: string | null): ViewerInSql {
  return sql`${user_id}::uuid`
}

/**
 * Returns an SQL array of everyone who blocks the viewer or whom the viewer blocks, evaluated once per statement. Each
 * person appears only once, because counts subtract per person and blocks can be mutual.
 */
export function selectBlockedIds(viewer: ViewerInSql): RawBuilder<string[]> {
  return sql<string[]>`array(select b from blocked_people(${viewer}) b)`
}

/** A subquery with everyone that `visible_people` excludes, for subtracting a few rows from a stored count. */
export function hiddenFrom(viewer: ViewerInSql): RawBuilder<string> {
  return sql<string>`(
  select unnest(${selectBlockedIds(viewer)}) union select user_id from profiles where is_hidden)`
}

/** Whether either of two people blocks the other. */
export async function isBlockedBetween(db: Db, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select from blocks where blocker_id = ${a} and blocked_id = ${b}
      or blocker_id = ${b} and blocked_id = ${a}) as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}

/** Whether a viewer can see a person; false for unknown ids. */
export async function isVisibleTo(db: Db, viewer: string | null, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    select exists (select from visible_people(${viewerId(viewer)}) p where p.user_id = ${user_id}) as visible`.execute(
    db,
  )
  return rows[0]?.visible ?? false
}

/** For each of these people, returns everyone who blocks them or whom they block. Omits people without blocks. */
export async function selectBlocked(
  db: Db,
  user_ids: readonly string[],
): Promise<{ user_id: string; blocked: string[] }[]> {
  const { rows } = await sql<{ user_id: string; blocked: string[] }>`
    select user_id, array_agg(other_id) as blocked from (
      select blocker_id as user_id, blocked_id as other_id from blocks where blocker_id = any (${user_ids}::uuid[])
      union select blocked_id, blocker_id from blocks where blocked_id = any (${user_ids}::uuid[])
    ) pair group by 1`.execute(db)
  return rows
}
