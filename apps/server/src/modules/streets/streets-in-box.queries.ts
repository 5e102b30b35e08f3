import type { Box } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { FoundStreet } from './find-streets.queries.ts'

type Stored = Omit<FoundStreet, 'matched' | 'importance' | 'region'> & {
  /** The feature's other names. */
  also: string[]
}

function inBox({ west, south, east, north }: Box): RawBuilder<boolean> {
  const at = (from: number, to: number) =>
    sql<boolean>`point(s.longitude, s.latitude) <@ box(
      point(${from}::float8, ${south}::float8), point(${to}::float8, ${north}::float8))`
  return east > 180 ? sql<boolean>`(${at(west, 180)} or ${at(-180, east - 360)})` : at(west, east)
}

/** Returns named features from the loaded street maps in a box, most important first. */
export async function selectStreetsIn(db: Db, box: Box, limit: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select s.id, s.name, s.kind, s.latitude, s.longitude, s.city, s.country,
      jsonb_build_object('west', s.west, 'south', s.south, 'east', s.east, 'north', s.north) as bounds,
      array(select n.name from street_names n where n.street_id = s.id and n.name <> s.name order by n.name) as also
    from streets s where ${inBox(box)}
    order by s.importance desc, s.id
    limit ${limit}`.execute(db)
  return rows
}

/** Counts the named features in a box, up to `cap`. */
export async function countStreetsIn(db: Db, box: Box, cap: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from streets s where ${inBox(box)} limit ${cap}) s`.execute(db)
  return rows[0]?.n ?? 0
}
