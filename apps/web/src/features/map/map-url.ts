import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  type SpotType,
  STATUS_FILTERS,
  type StatusFilter,
  toSpotType,
} from '@nollie/contract/spot-types'
import type { View } from './engine/types.ts'

/** The map's filters; all texts are case-insensitive substrings. Absent means no filter. */
export type Filters = {
  q?: string
  keywords?: string
  type?: SpotType
  place?: string
  difficulty?: DifficultyLevel
  /** Without it only spots that still stand. */
  status?: StatusFilter
  media?: 'video'
  /** Around whoever looks; where that is stays on their device. */
  near?: 'me'
}

/** The filters as the server is asked: the person's place, roughly, instead of "near me". */
export type AppliedFilters = Omit<Filters, 'near'> & { around?: string }

/** Everything about the map that stands in the address bar. */
export type MapState = { filters: Filters; view: View | null; spotId: string | null }

const LONGEST = 100
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.slice(0, LONGEST) : undefined

/** Reads `?at=lat,lng,zoom&type=&q=&keywords=&place=&difficulty=&status=&media=&near=&spot=`; what does not make sense is as if it were not there. */
export function readMapUrl(search: Record<string, unknown>): MapState {
  const filters: Filters = {}
  const [q, keywords, place] = [text(search.q), text(search.keywords), text(search.place)]
  const type = toSpotType(text(search.type) ?? '')
  if (q) filters.q = q
  if (keywords) filters.keywords = keywords
  if (type) filters.type = type
  if (place) filters.place = place
  const difficulty = DIFFICULTY_LEVELS.find((level) => level === search.difficulty)
  const status = STATUS_FILTERS.find((one) => one === search.status)
  if (difficulty) filters.difficulty = difficulty
  if (status) filters.status = status
  if (search.media === 'video') filters.media = 'video'
  if (search.near === 'me') filters.near = 'me'
  const spot = text(search.spot)
  return { filters, view: readView(text(search.at)), spotId: spot && ID.test(spot) ? spot : null }
}

function readView(at: string | undefined): View | null {
  const [latitude, longitude, zoom] = (at ?? '')
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN))
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 22)) return null
  return { latitude, longitude, zoom }
}

/** The reverse of {@link readMapUrl}; positions to about a metre, zoom to a tenth. */
export function writeMapUrl({ filters, view, spotId }: MapState): Record<string, string> {
  const search: Record<string, string> = {}
  if (view)
    search.at = [view.latitude.toFixed(5), view.longitude.toFixed(5), view.zoom.toFixed(1)]
      .map(Number)
      .join(',')
  for (const [name, value] of Object.entries(filters)) if (value) search[name] = value
  if (spotId) search.spot = spotId
  return search
}

/** Whether anything narrows the map. */
export const isFiltered = (filters: Filters): boolean => Object.values(filters).some(Boolean)

/** How many filters of the popover are on. */
export const countFilters = ({ q: _, ...filters }: Filters): number =>
  Object.values(filters).filter(Boolean).length

/** Filters with some of them changed; `undefined` takes one off. */
export const withFilters = (
  filters: Filters,
  change: { [K in keyof Filters]: Filters[K] | undefined },
): Filters => Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value))
