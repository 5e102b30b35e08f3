import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  type FactFeature,
  type ObstacleKind,
  STANDING_FILTERS,
  type StandingFilter,
  SPOT_TYPES,
  type SpotType,
  type StatusFilter,
  type Surface,
} from '@nollie/contract'

/** The map's filters as the contract parses them; an absent or empty one does not filter. */
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

/** The filters by facts; see the contract. */
export type FactFilters = {
  obstacle?: ObstacleKind | undefined
  height_min?: number | undefined
  height_max?: number | undefined
  surface?: Surface | undefined
  features?: readonly FactFeature[] | undefined
}

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

// The facet numbers of nollie_spot_facets (spots.sql): 1 to 15 the types, then the levels of difficulty, video, `gone`.
const VIDEO = SPOT_TYPES.length + DIFFICULTY_LEVELS.length + 1
const GONE = VIDEO + 1

/** Facets of existing spots are less than this, as bits. */
export const GONE_BIT = 2 ** (GONE - 1)

/** The sets that the map counts and has an index for: existing spots, all spots, or those with one facet. */
export type Counted = 'open' | 'all' | number

/** The facet number of a type: its index among the types + 1. */
export const numberOfType = (type: SpotType): number => SPOT_TYPES.indexOf(type) + 1

/** A facet as a bit. */
export const toBit = (facet: number): number => 2 ** (facet - 1)

/** The required facets of a spot, except the one for removed spots. */
export const listFacets = ({ type, difficulty, media }: Filters): number[] => [
  ...(type ? [numberOfType(type)] : []),
  ...(difficulty ? [SPOT_TYPES.length + DIFFICULTY_LEVELS.indexOf(difficulty) + 1] : []),
  ...(media ? [VIDEO] : []),
]

/** Whether a filter searches texts. */
export const filtersByText = ({ q, keywords, place }: Filters): boolean => Boolean(q || keywords || place)

/** The filter by status reports, if there is one. */
export const findStandingFilter = ({ status }: Filters): StandingFilter | null =>
  STANDING_FILTERS.find((one) => one === status) ?? null

/** Whether a filter needs the facts of spots. */
export const filtersByFacts = (filters: FactFilters): boolean =>
  Boolean(filters.obstacle || filters.height_min || filters.height_max || filters.surface) ||
  (filters.features?.length ?? 0) > 0

/**
 * The stored count of exactly these spots; null if none exists: filters by text, distance, facts, current conditions,
 * or several facets.
 */
export const findCounted = (filters: Filters): Counted | null => {
  const facets = listFacets(filters)
  if (filtersByText(filters) || filters.around || filters.now || filtersByFacts(filters) || facets.length > 1)
    return null
  if (filters.status && facets.length > 0) return null
  if (findStandingFilter(filters)) return null
  return countBase(filters, () => 0)
}

/**
 * The smallest indexed set that contains all matches, chosen by the number of spots of each facet. Removed spots are in
 * no other facet's index.
 */
export const countBase = (filters: Filters, getTotal: (facet: number) => number): Counted => {
  if (filters.status === 'gone') return GONE
  if (filters.status === 'all') return 'all'
  const [rarest] = listFacets(filters).toSorted((a, b) => getTotal(a) - getTotal(b))
  return rarest ?? 'open'
}
