import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Streets } from '../../db/tables/streets.ts'
import type { StreetKind } from './street-kinds.ts'

/** A named feature near a point, with its box in degrees. */
export type Surrounding = Omit<Streets, 'id' | 'region_id' | 'kind' | 'city' | 'country'> & {
  kind: StreetKind
}

/** Half the height of the box that is searched around a point, in degrees: about 2 km. */
const REACH_DEGREES = 0.02
/** Maximum number of features per point, nearest first. */
const PER_POINT_MAX = 300

/**
 * Returns the named features of loaded street maps around each point, nearest first. `slot` is the index in `points`.
 * Returns nothing if no street maps are loaded.
 */
export async function selectSurroundings(
  db: Db,
  points: readonly { latitude: number; longitude: number }[],
): Promise<(Surrounding & { slot: number })[]> {
  if (points.length === 0) return []
  const { rows } = await sql<Surrounding & { slot: number }>`
    select (at.n - 1)::int as slot, near.* from unnest(${points.map(({ latitude }) => latitude)}::float8[],
      ${points.map(({ longitude }) => longitude)}::float8[]) with ordinality at (latitude, longitude, n)
    cross join lateral (
      select s.name, s.kind, s.latitude, s.longitude, s.west, s.south, s.east, s.north, s.importance from streets s
      where point(s.longitude, s.latitude) <@ box(
        point(at.longitude - ${REACH_DEGREES}::float8 / greatest(0.05, cos(radians(at.latitude))), at.latitude - ${REACH_DEGREES}::float8),
        point(at.longitude + ${REACH_DEGREES}::float8 / greatest(0.05, cos(radians(at.latitude))), at.latitude + ${REACH_DEGREES}::float8))
        and s.kind <> 'skatepark'
      order by point(s.longitude, s.latitude) <-> point(at.longitude, at.latitude), s.id limit ${PER_POINT_MAX}
    ) near`.execute(db)
  return rows
}
