import { FACT_FEATURES, type FactCounts, GROUNDS, SURFACES, surfacesFrom } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import {
  hasFeature,
  hasFeatures,
  hasGround,
  hasObstacle,
  hasSurface,
  isHigh,
} from './fact-filters.queries.ts'
import type { Filters } from './facets.ts'
import { matches } from './filters.queries.ts'
import { highs, lows } from './map-search.queries.ts'
import type { Range } from './morton-ranges.ts'

const features = sql.join(FACT_FEATURES.map((name) => sql`${hasFeature[name]} as ${sql.ref(name)}`))

const surfaceCounts = sql.join(
  SURFACES.map(
    (surface) => sql`${sql.lit(surface)}, count(*) filter (where has_ground and has_features and has_obstacle
      and surface = any (${surfacesFrom(surface)}::text[]))`,
  ),
)

const groundCounts = sql.join(
  GROUNDS.map(
    (ground) => sql`${sql.lit(ground)}, count(*) filter (where has_surface and has_features and has_obstacle
      and ground = ${sql.lit(ground)})`,
  ),
)

const featureCounts = sql.join(
  FACT_FEATURES.map(
    (
      name,
    ) => sql`${sql.lit(name)}, count(*) filter (where has_surface and has_ground and has_features and has_obstacle
      and ${sql.ref(name)})`,
  ),
)

/** Counts the spots in view that would match each filter choice, in one pass over the view's facts. */
export async function selectFactCounts(
  db: Db,
  { ranges, filters, large }: { ranges: readonly Range[]; filters: Filters; large: boolean },
): Promise<FactCounts> {
  const { rows } = await sql<FactCounts>`
    with found as materialized (
      select f.spot_id, f.surface, f.ground, ${hasSurface(filters)} as has_surface,
        ${hasGround(filters)} as has_ground, ${hasFeatures(filters)} as has_features, ${hasObstacle(filters)} as has_obstacle, ${features}
      from unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high)
      cross join lateral (select * from spot_facts where qk >= r.low and qk < r.high offset 0) f
      join spots s on s.id = f.spot_id
      where ${matches(filters, large)}
    )
    select count(*) filter (where has_surface and has_ground and has_features and has_obstacle)::int as total,
      json_build_object(${surfaceCounts}) as surfaces, json_build_object(${groundCounts}) as grounds, json_build_object(${featureCounts}) as features,
      (select coalesce(json_object_agg(kind, n), '{}') from (
        select o.kind, count(distinct o.spot_id) as n
        from found join spot_obstacles o on o.spot_id = found.spot_id
        where found.has_surface and found.has_ground and found.has_features and ${isHigh(filters)}
        group by o.kind) kinds) as obstacles
    from found`.execute(db)
  return rows[0] ?? { total: 0, obstacles: {}, surfaces: {}, grounds: {}, features: {} }
}
