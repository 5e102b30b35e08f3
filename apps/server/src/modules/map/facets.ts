import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  type FactFeature,
  type Ground,
  type ObstacleKind,
  SPOT_CONDITION_FILTERS,
  type SpotConditionFilter,
  SPOT_TYPES,
  type SpotType,
  type StatusFilter,
  type Surface,
} from '@nollie/contract'

/** The map's filters as parsed by the contract. An absent or empty filter has no effect. */
export type Filters = {
  type?: SpotType | undefined
  q?: string | undefined
  keywords?: string | undefined
  place?: string | undefined
  difficulty?: DifficultyLevel | undefined
  status?: StatusFilter | undefined
  media?: 'video' | undefined
  around?: Point | undefined
  now?: 'skateable' | undefined
} & FactFilters

/** Filters on spot facts, as described in the contract. */
export type FactFilters = {
  obstacle?: ObstacleKind | undefined
  height_min?: number | undefined
  height_max?: number | undefined
  surface?: Surface | undefined
  ground?: Ground | undefined
  features?: readonly FactFeature[] | undefined
}

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

// Facet numbers in nollie_spot_facets (spots.sql): 1 to 15 are types, followed by difficulty levels, video, and `gone`.
const VIDEO = SPOT_TYPES.length + DIFFICULTY_LEVELS.length + 1
const GONE = VIDEO + 1

/** The facet bits of any existing spot add up to less than this. */
export const GONE_BIT = 2 ** (GONE - 1)

/** A set of spots that the map counts and indexes: existing spots, all spots, or those with one facet. */
export type Counted = 'open' | 'all' | number

/** Returns a type's facet number: its index in SPOT_TYPES plus 1. */
export function toTypeNumber(type: SpotType): number {
  return SPOT_TYPES.indexOf(type) + 1
}

/** Converts a facet number to a bit. */
export function toBit(facet: number): number {
  return 2 ** (facet - 1)
}

/** Lists the facets a spot must have to match, except the facet for removed spots. */
export function listFacets({ type, difficulty, media }: Filters): number[] {
  return [
    ...(type ? [toTypeNumber(type)] : []),
    ...(difficulty ? [SPOT_TYPES.length + DIFFICULTY_LEVELS.indexOf(difficulty) + 1] : []),
    ...(media ? [VIDEO] : []),
  ]
}

/** Whether any filter searches text. */
export function filtersByText({ q, keywords, place }: Filters): boolean {
  return Boolean(q || keywords || place)
}

/** Returns the filter on status reports, or null if there is none. */
export function findSpotConditionFilter({ status }: Filters): SpotConditionFilter | null {
  return SPOT_CONDITION_FILTERS.find((one) => one === status) ?? null
}

/** Whether any filter needs spot facts. */
export function filtersByFacts(filters: FactFilters): boolean {
  return (
    Boolean(filters.obstacle || filters.height_min || filters.height_max) ||
    Boolean(filters.surface || filters.ground) ||
    (filters.features?.length ?? 0) > 0
  )
}

/**
 * Returns which stored count covers exactly these filters. Null if none does, as with filters by text, distance, facts,
 * current conditions, or several facets.
 */
export function findCounted(filters: Filters): Counted | null {
  const facets = listFacets(filters)
  if (filtersByText(filters) || filters.around || filters.now || filtersByFacts(filters) || facets.length > 1)
    return null
  if (filters.status && facets.length > 0) return null
  if (findSpotConditionFilter(filters)) return null
  return countBase(filters, () => 0)
}

/**
 * Returns the smallest indexed set that contains all matches, based on the number of spots per facet. Removed spots are
 * only in their own facet's index.
 */
export function countBase(filters: Filters, getTotal: (facet: number) => number): Counted {
  if (filters.status === 'gone') return GONE
  if (filters.status === 'all') return 'all'
  const [rarest] = listFacets(filters).toSorted((a, b) => getTotal(a) - getTotal(b))
  return rarest ?? 'open'
}
