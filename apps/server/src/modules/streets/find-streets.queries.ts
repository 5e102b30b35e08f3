import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import {
  begins,
  beginsTerms,
  CANDIDATES,
  contains,
  type Found,
  isIndexed,
  searchInStages,
} from '../../db/text-search.ts'
import type { StreetKind } from './street-kinds.ts'

/** A street, square, park, skatepark, station, landmark, or named place from a loaded street map. */
export type FoundStreet = {
  id: number
  /** The name in the local language. */
  name: string
  /** The name that matched: the local name, a translation, or an older or shorter one. */
  matched: string
  kind: StreetKind
  /** A point on the feature. */
  latitude: number
  longitude: number
  bounds: { west: number; south: number; east: number; north: number }
  /** The feature's importance from 0 to 1, on one scale for all kinds: a capital is near 1, a service road near 0. */
  importance: number
  /** The feature's town, according to the bundled gazetteer. */
  city: string | null
  country: string | null
  /** The name of the feature's region. Each region is a loaded file. */
  region: string
}

/** Options for a street search. */
export type StreetSearch = {
  /** Streets within about 50 km of this point come first. */
  near?: { latitude: number; longitude: number } | null
  /** Maximum number of results, 8 by default. */
  limit?: number
}

/** Half the height of the box around `near`, in degrees. */
const NEAR_DEGREES = 0.5
const searched = sql<string>`n.search_name`

function nearBox({ latitude, longitude }: { latitude: number; longitude: number }): RawBuilder<boolean> {
  const dx = NEAR_DEGREES / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  return sql<boolean>`point(s.longitude, s.latitude) <@ box(
    point(${longitude - dx}::float8, ${latitude - NEAR_DEGREES}::float8),
    point(${longitude + dx}::float8, ${latitude + NEAR_DEGREES}::float8))`
}

function buildStages(q: string, near: StreetSearch['near']): RawBuilder<boolean>[] {
  const stages = [
    begins(searched, q),
    beginsTerms(searched, q),
    ...(isIndexed(q) ? [contains(searched, q)] : []),
  ]
  if (!near) return stages
  const box = nearBox(near)
  return stages.flatMap((stage) => [sql<boolean>`(${stage} and ${box})`, stage])
}

// Treats the earth as flat, which is precise enough for ranking.
function distance(near: StreetSearch['near']) {
  return near
    ? sql`111 * sqrt((f.latitude - ${near.latitude}::float8) ^ 2 +
        ((f.longitude - ${near.longitude}::float8) * cos(radians(${near.latitude}::float8))) ^ 2)`
    : sql`0`
}

/**
 * Finds named features in the loaded street maps, best first: names that start with the query, then names with a term
 * that does, then names that contain it. Nearby and important ones come first. Searches all names (local, English,
 * alternative, old), ignoring case and accents. Returns nothing if no street maps are loaded. After 300 ms, returns the
 * results so far with `whole: false`.
 */
export function findStreets(
  db: Db,
  q: string,
  { near = null, limit = 8 }: StreetSearch = {},
): Promise<Found<FoundStreet>> {
  return searchInStages<FoundStreet>(
    db,
    { stages: buildStages(q.trim(), near), limit, getId: ({ id }) => String(id) },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<FoundStreet>`
        select f.id, f.name, f.matched, f.kind, f.latitude, f.longitude, f.importance, f.city, f.country,
          jsonb_build_object('west', f.west, 'south', f.south, 'east', f.east, 'north', f.north) as bounds,
          r.name as region
        from (
          select distinct on (c.id) c.* from (
            select s.*, n.name as matched, length(n.search_name) as letters
            from street_names n join streets s on s.id = n.street_id
            where ${stage} and s.id <> all (${without}::bigint[])
            limit ${CANDIDATES}
          ) c order by c.id, c.letters
        ) f join street_regions r on r.id = f.region_id
        order by f.importance - ln(1 + ${distance(near)}) / 12 - f.letters / 200.0 desc, f.name, f.id
        limit ${limit}`.execute(tx)
      return rows
    },
  )
}
