import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

/**
 * Whether the spot `spot` is in the area `area`. Uses the displayed position, so stewards learn nothing about the exact
 * one. For an area that crosses the date line, longitudes exceed 180 degrees.
 */
export function isInArea(area: string, spot: string): RawBuilder<boolean> {
  const shape = sql.ref(`${area}.shape`)
  const [longitude, latitude] = [sql.ref(`${spot}.longitude`), sql.ref(`${spot}.latitude`)]
  return sql<boolean>`(${shape} @> point(${longitude}, ${latitude}) or ${shape} @> point(${longitude} + 360, ${latitude}))`
}

/** Whether a person can act as a steward at all. People who are suspended or about to be deleted can't. */
function isActive(person: string) {
  return sql<boolean>`(not ${sql.ref(`${person}.is_hidden`)} and ${sql.ref(`${person}.former_at`)} is null)`
}

/** Whether `person` is a steward of the area whose id is in `column`. */
export function isStewardOf(person: ViewerInSql, column: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
  select from area_stewards named join profiles steward on steward.user_id = named.user_id and ${isActive('steward')}
  where named.user_id = ${person} and named.area_id = ${sql.ref(column)})`
}

/**
 * Whether `person` can see the spot `spot` and is a steward of an area that contains it. All of a steward's rights
 * depend on this rule. It's evaluated every time, so that a suspension, a removed steward, or a new shape takes effect
 * immediately.
 */
export function isStewardAt(person: ViewerInSql, spot: string): RawBuilder<boolean> {
  const [id, longitude, latitude] = ['id', 'longitude', 'latitude'].map((column) =>
    sql.ref(`${spot}.${column}`),
  )
  return sql<boolean>`exists (select from stewardship_at(${person}, ${id}, ${longitude}, ${latitude}))`
}

/** Whether the viewer is a steward at a spot that isn't deleted. See {@link isStewardAt}. */
export async function isStewardAtSpot(db: Db, user_id: string | null, spot_id: string): Promise<boolean> {
  if (user_id === null) return false
  const { rows } = await sql<{ is_steward: boolean }>`
    select ${isStewardAt(viewerId(user_id), 's')} as is_steward from spots s
    where s.id = ${spot_id} and s.deleted_at is null`.execute(db)
  return rows[0]?.is_steward ?? false
}

/** Whether the viewer is a steward of an area. */
export async function isStewardOfArea(db: Db, user_id: string, area_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_steward: boolean }>`
    select ${isStewardOf(viewerId(user_id), 'one.id')} as is_steward from (select ${area_id}::uuid as id) one`.execute(
    db,
  )
  return rows[0]?.is_steward ?? false
}
