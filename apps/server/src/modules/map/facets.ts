import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  SPOT_TYPES,
  type SpotType,
  type StatusFilter,
} from '@nollie/contract'

/** The map's filters as the contract reads them; absent and empty mean no filter. */
export type Filters = {
  type?: SpotType | undefined
  q?: string | undefined
  keywords?: string | undefined
  place?: string | undefined
  difficulty?: DifficultyLevel | undefined
  status?: StatusFilter | undefined
  media?: 'video' | undefined
  around?: Point | undefined
}

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

// The numbers of nollie_spot_facets (spots.sql): 1 to 15 the kinds, then the levels of difficulty, video, gone.
const VIDEO = SPOT_TYPES.length + DIFFICULTY_LEVELS.length + 1
const GONE = VIDEO + 1

/** Facets below this, as bits, are of a spot that still stands. */
export const GONE_BIT = 2 ** (GONE - 1)

/** What the map counts and finds by an index: spots that stand, all of them, or those that have one facet. */
export type Counted = 'open' | 'all' | number

/** The kind's number: its place among the types + 1. */
export const numberOfType = (type: SpotType): number => SPOT_TYPES.indexOf(type) + 1

/** A facet as a bit. */
export const bitOf = (facet: number): number => 2 ** (facet - 1)

/** The facets that a spot must have, but for being gone. */
export const facetsOf = ({ type, difficulty, media }: Filters): number[] => [
  ...(type ? [numberOfType(type)] : []),
  ...(difficulty ? [SPOT_TYPES.length + DIFFICULTY_LEVELS.indexOf(difficulty) + 1] : []),
  ...(media ? [VIDEO] : []),
]

/** Whether texts are asked for. */
export const filtersByText = ({ q, keywords, place }: Filters): boolean => Boolean(q || keywords || place)

/** What is counted of exactly these spots; null where only reading spots can tell: texts, nearness, several facets. */
export const countedOf = (filters: Filters): Counted | null => {
  const facets = facetsOf(filters)
  if (filtersByText(filters) || filters.around || facets.length > 1) return null
  if (filters.status && facets.length > 0) return null
  return baseOf(filters, () => 0)
}

/**
 * The smallest set with an index of its own that has all spots in question, told by how many spots a facet has. Spots that
 * are gone are in no other facet's index.
 */
export const baseOf = (filters: Filters, totalOf: (facet: number) => number): Counted => {
  if (filters.status === 'gone') return GONE
  if (filters.status === 'all') return 'all'
  const [rarest] = facetsOf(filters).toSorted((a, b) => totalOf(a) - totalOf(b))
  return rarest ?? 'open'
}
