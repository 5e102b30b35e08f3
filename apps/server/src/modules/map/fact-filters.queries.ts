import { type FactFeature, surfacesFrom } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { FactFilters } from './facets.ts'

/** No condition. It is a column of counts, and left out of `where`. */
const ANY = sql<boolean>`true`

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const limiting = conditions.filter((condition) => condition !== ANY)
  return limiting.length === 0 ? ANY : sql<boolean>`(${sql.join(limiting, sql` and `)})`
}

/** For each feature, the SQL condition on a spot's facts `f`. */
export const hasFeature: Readonly<Record<FactFeature, RawBuilder<boolean>>> = {
  lit: sql<boolean>`coalesce(f.light_at_night in ('partial', 'full'), false)`,
  roofed: sql<boolean>`coalesce(f.roof in ('partial', 'full'), false)`,
  indoor: sql<boolean>`coalesce(f.indoor, false)`,
  free: sql<boolean>`(f.fee is not distinct from 'free' and f.fee_note is null)`,
  quiet: sql<boolean>`coalesce(f.traffic = 'none', false)`,
  beginners: sql<boolean>`coalesce(f.for_beginners, false)`,
  water: sql<boolean>`coalesce(f.water, false)`,
  toilet: sql<boolean>`coalesce(f.toilet, false)`,
  wheelchair: sql<boolean>`coalesce(f.wheelchair in ('partly', 'yes'), false)`,
  inline_skates: sql<boolean>`coalesce(f.inline_skates, false)`,
  scooters: sql<boolean>`coalesce(f.scooters, false)`,
  bmx: sql<boolean>`coalesce(f.bmx, false)`,
}

/** Whether the surface in facts `f` is at least as good as the requested one. */
export function hasSurface({ surface }: FactFilters): RawBuilder<boolean> {
  return surface ? sql<boolean>`coalesce(f.surface = any (${surfacesFrom(surface)}::text[]), false)` : ANY
}

/** Whether facts `f` have the requested ground material. */
export function hasGround({ ground }: FactFilters): RawBuilder<boolean> {
  return ground ? sql<boolean>`coalesce(f.ground = ${ground}, false)` : ANY
}

/** Whether facts `f` have all requested features. */
export function hasFeatures({ features = [] }: FactFilters): RawBuilder<boolean> {
  return all(features.map((feature) => hasFeature[feature]))
}

/** Whether the height of obstacle `o` is in the requested range. */
export function isHigh({ height_min, height_max }: FactFilters): RawBuilder<boolean> {
  return all([
    ...(height_min ? [sql`o.height_cm >= ${height_min}`] : []),
    ...(height_max ? [sql`o.height_cm <= ${height_max}`] : []),
  ])
}

/** Whether the spot with facts `f` has a matching obstacle. */
export function hasObstacle(filters: FactFilters): RawBuilder<boolean> {
  const { obstacle, height_min, height_max } = filters
  if (!obstacle && !height_min && !height_max) return ANY
  const isKind = obstacle ? sql`o.kind = ${obstacle}` : ANY
  return sql<boolean>`exists (select from spot_obstacles o
    where o.spot_id = f.spot_id and ${all([isKind, isHigh(filters)])})`
}

/** Whether a spot's facts `f` match all fact filters. */
export function matchesFacts(filters: FactFilters): RawBuilder<boolean> {
  return all([hasSurface(filters), hasGround(filters), hasFeatures(filters), hasObstacle(filters)])
}
