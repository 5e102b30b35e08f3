import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** The viewer inside SQL: `$1` of a prepared statement, or a value; null for a visitor. */
export type ViewerInSql = RawBuilder<unknown>

/** The viewer as a value inside SQL. */
export const viewerId = (user_id: string | null): ViewerInSql => sql`${user_id}::uuid`

/**
 * Everyone whom the viewer blocks or who blocks the viewer, once each, as an array; evaluated once per statement.
 * Counts subtract per person, so a mutual block must not appear twice.
 */
export const selectBlockedIds = (viewer: ViewerInSql): RawBuilder<string[]> => sql<string[]>`array(
  select b.blocked_id from blocks b where b.blocker_id = ${viewer}
  union select b.blocker_id from blocks b where b.blocked_id = ${viewer})`

/**
 * The condition under which a viewer sees the person in `column` (never null): neither blocks the other, and the person
 * is neither suspended nor about to be deleted. Every query that returns people or their content must have it.
 * `blocked` is {@link selectBlockedIds} if the statement already contains it.
 */
export const notBlocked = (
  viewer: ViewerInSql,
  column: string,
  blocked: RawBuilder<unknown> = selectBlockedIds(viewer),
): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(column)} <> all (${blocked})
  and not exists (select from profiles hidden_profile where hidden_profile.user_id = ${sql.ref(column)} and hidden_profile.is_hidden))`

/**
 * {@link notBlocked} without the viewer's own blocks: the person does not block them, and is neither suspended nor
 * about to be deleted. For actions on people one blocks: unblocking and reporting them.
 */
export const notBlockedBy = (viewer: ViewerInSql, column: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from blocks b where b.blocker_id = ${sql.ref(column)} and b.blocked_id = ${viewer})
  and not exists (select from profiles hidden_profile where hidden_profile.user_id = ${sql.ref(column)} and hidden_profile.is_hidden))`

/** The ids of everyone excluded by {@link notBlocked}, as a subquery: to subtract few rows from a stored count. */
export const hiddenFrom = (viewer: ViewerInSql): RawBuilder<string> => sql<string>`(
  select unnest(${selectBlockedIds(viewer)}) union select user_id from profiles where is_hidden)`

/** Whether either of two people blocks the other. */
export const isBlockedBetween = async (db: Db, a: string, b: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select from blocks where blocker_id = ${a} and blocked_id = ${b}
      or blocker_id = ${b} and blocked_id = ${a}) as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}

/** Whether a viewer sees a person, see {@link notBlocked}; false for unknown ids. */
export const isVisibleTo = async (db: Db, viewer: string | null, user_id: string): Promise<boolean> => {
  const { rows } = await sql<{ visible: boolean }>`
    select exists (select from profiles p
      where p.user_id = ${user_id} and ${notBlocked(viewerId(viewer), 'p.user_id')}) as visible`.execute(db)
  return rows[0]?.visible ?? false
}

/** Everyone with a block between them and each of these people; people without any are left out. */
export const selectBlocked = async (
  db: Db,
  user_ids: readonly string[],
): Promise<{ user_id: string; blocked: string[] }[]> => {
  const { rows } = await sql<{ user_id: string; blocked: string[] }>`
    select user_id, array_agg(other_id) as blocked from (
      select blocker_id as user_id, blocked_id as other_id from blocks where blocker_id = any (${user_ids}::uuid[])
      union select blocked_id, blocker_id from blocks where blocked_id = any (${user_ids}::uuid[])
    ) pair group by 1`.execute(db)
  return rows
}
