import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Who looks, inside SQL: `$1` of a prepared statement, or a value; null for a visitor. */
export type ViewerInSql = RawBuilder<unknown>

/** The viewer as a value inside SQL. */
export const viewerId = (user_id: string | null): ViewerInSql => sql`${user_id}::uuid`

/** Everybody who is blocked by the viewer or blocks them, as an array; evaluated once per statement. */
export const blockedOf = (viewer: ViewerInSql): RawBuilder<string[]> => sql<string[]>`array(
  select b.blocked_id from blocks b where b.blocker_id = ${viewer}
  union all select b.blocker_id from blocks b where b.blocked_id = ${viewer})`

/**
 * THE condition of who is there for a viewer: no block stands between them and the person in `column` (never null),
 * whoever of them blocked, and that person is not suspended or about to leave. Every query that shows people or what they
 * made has it. `blocked` is {@link blockedOf} where the statement has it already.
 */
export const notBlocked = (
  viewer: ViewerInSql,
  column: string,
  blocked: RawBuilder<unknown> = blockedOf(viewer),
): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(column)} <> all (${blocked})
  and not exists (select from profiles away where away.user_id = ${sql.ref(column)} and away.is_hidden))`

/**
 * {@link notBlocked} without the viewer's own blocks: nobody who blocks them, is suspended or about to leave. For where
 * people have to do with somebody they block: to take that back, or to report them.
 */
export const notBlockedBy = (viewer: ViewerInSql, column: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from blocks back where back.blocker_id = ${sql.ref(column)} and back.blocked_id = ${viewer})
  and not exists (select from profiles away where away.user_id = ${sql.ref(column)} and away.is_hidden))`

/** The ids of everybody whom {@link notBlocked} leaves out, as a subquery: for taking few away from many. */
export const goneFor = (viewer: ViewerInSql): RawBuilder<string> => sql<string>`(
  select unnest(${blockedOf(viewer)}) union select user_id from profiles where is_hidden)`

/** Whether a block stands between two people, whoever of them made it. */
export const isBlockedBetween = async (db: Db, a: string, b: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`
    select exists (select from blocks where blocker_id = ${a} and blocked_id = ${b}
      or blocker_id = ${b} and blocked_id = ${a}) as blocked`.execute(db)
  return rows[0]?.blocked ?? false
}

/** Whether a person is there for a viewer, see {@link notBlocked}; people who never were are not. */
export const isThereFor = async (db: Db, viewer: string | null, user_id: string): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from profiles p
      where p.user_id = ${user_id} and ${notBlocked(viewerId(viewer), 'p.user_id')}) as there`.execute(db)
  return rows[0]?.there ?? false
}

/** Of each of these people, everybody a block stands between them and; those without any are left out. */
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
