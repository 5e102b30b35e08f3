import { LIMITS, type StatusFilter } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { isForEverybody } from '../audiences/index.ts'
import { isSkateable } from '../conditions/index.ts'
import { HAS_CONDITION } from '../spots/index.ts'
import { toBit, listFacets, type Filters, GONE_BIT, type Point, findSpotConditionFilter } from './facets.ts'
import { findsText, isAt, matchesSearch } from './text-filters.queries.ts'

/** SQL for the distance in meters from a point to spot `s` (haversine). */
export function metresTo({ latitude, longitude }: Point): RawBuilder<number> {
  return sql<number>`(12742017.6 * asin(sqrt(least(1, power(sin(radians(s.latitude - ${latitude}) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(s.latitude)) * power(sin(radians(s.longitude - ${longitude}) / 2), 2)))))`
}

/**
 * Whether spot `s` has the requested status: existing, removed, or either. The condition is a range, which lets
 * PostgreSQL estimate that nearly all spots exist.
 */
export function hasStatus(status: StatusFilter | undefined): RawBuilder<boolean> {
  if (status === 'all') return sql`true`
  return status === 'gone' ? sql`s.facets >= ${GONE_BIT}` : sql`s.facets < ${GONE_BIT}`
}

// Spots leave the map only by being removed.
function isOnMap({ status }: Filters) {
  return status === 'gone' || status === 'all' ? [sql`s.left_map_at is null`] : []
}

function listConditions(filters: Filters) {
  const filter = findSpotConditionFilter(filters)
  return filter ? [HAS_CONDITION[filter]] : []
}

const FOR_EVERYBODY = isForEverybody('s')

/**
 * Conditions on an undeleted spot `s` that can be checked with any spot index. By default, they match only spots
 * visible to everyone.
 */
export function matchesFacets(
  filters: Filters,
  whose: RawBuilder<boolean> = FOR_EVERYBODY,
): RawBuilder<boolean> {
  return sql`${sql.join(
    [
      sql`s.deleted_at is null`,
      whose,
      hasStatus(filters.status),
      ...listFacets(filters).map((facet) => sql`s.facets & ${toBit(facet)} <> 0`),
    ],
    sql` and `,
  )}`
}

/**
 * Conditions on an undeleted spot `s`, for use after `where`. If there are many spots (`large`), one or two letters
 * only match the start of a term.
 */
export function matches(
  filters: Filters,
  large: boolean,
  whose: RawBuilder<boolean> = FOR_EVERYBODY,
): RawBuilder<boolean> {
  return sql`${sql.join(
    [
      matchesFacets(filters, whose),
      ...isOnMap(filters),
      ...listConditions(filters),
      ...(filters.around ? [sql`${metresTo(filters.around)} <= ${LIMITS.near_metres}`] : []),
      ...(filters.now ? [isSkateable(new Date())] : []),
      ...(filters.q ? [matchesSearch(filters.q, large)] : []),
      ...(filters.keywords ? [findsText(filters.keywords, large)] : []),
      ...(filters.place ? [isAt(filters.place, large)] : []),
    ],
    sql` and `,
  )}`
}
