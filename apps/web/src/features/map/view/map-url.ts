import { FACT_FEATURES, GROUNDS, OBSTACLE_KINDS, SURFACES } from '@nollie/contract/facts/fact-kinds'
import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  type SpotType,
  STATUS_FILTERS,
  type StatusFilter,
  toSpotType,
} from '@nollie/contract/spots/spot-types'
import type { Ground, ObstacleKind, Surface } from '@nollie/contract'
import type { View } from '../engine/types.ts'

/** The map's filters. Text filters match case-insensitive substrings. Absent means no filter. */
export type Filters = {
  q?: string
  keywords?: string
  type?: SpotType
  place?: string
  difficulty?: DifficultyLevel
  /** If absent, only spots that still exist match. */
  status?: StatusFilter
  media?: 'video'
  /** Near the viewer, whose position isn't part of the URL. */
  near?: 'me'
  obstacle?: ObstacleKind
  /** In centimeters. */
  height_min?: string
  height_max?: string
  /** Matches this surface or a smoother one. */
  surface?: Surface
  ground?: Ground
  /** Comma-separated; a spot must have all of these features. */
  features?: string
  /** Only spots that can be skated right now, as far as we know. */
  now?: 'skateable'
}

/** The filters for a request, with the viewer's rounded position instead of "near me". */
export type AppliedFilters = Omit<Filters, 'near'> & { around?: string }

/** The map state stored in the URL. */
export type MapState = { filters: Filters; view: View | null; spotId: string | null }

const LONGEST = 100
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.slice(0, LONGEST) : undefined
}

/**
 * Parses `?at=lat,lng,zoom&type=&q=&keywords=&place=&difficulty=&status=&media=&near=&now=&spot=` and the fact filters
 * (`obstacle=&height_min=&height_max=&surface=&ground=&features=`). Ignores invalid values.
 */
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
  if (search.now === 'skateable') filters.now = 'skateable'
  readFacts(search, filters)
  const spot = text(search.spot)
  return { filters, view: readView(text(search.at)), spotId: spot && ID.test(spot) ? spot : null }
}

const HEIGHT = /^[1-9]\d{0,3}$/
const HIGHEST = 1500

function readFacts(search: Record<string, unknown>, filters: Filters): void {
  const obstacle = OBSTACLE_KINDS.find((kind) => kind === search.obstacle)
  const surface = SURFACES.find((one) => one === search.surface)
  if (obstacle) filters.obstacle = obstacle
  const ground = GROUNDS.find((one) => one === search.ground)
  if (surface) filters.surface = surface
  if (ground) filters.ground = ground
  for (const name of ['height_min', 'height_max'] as const) {
    // The router parses digits in a URL as a number.
    const height = String(search[name] ?? '')
    if (HEIGHT.test(height) && Number(height) <= HIGHEST) filters[name] = height
  }
  const wanted = (text(search.features) ?? '').split(',')
  const features = FACT_FEATURES.filter((feature) => wanted.includes(feature))
  if (features.length > 0) filters.features = features.toSorted().join(',')
}

function readView(at: string | undefined): View | null {
  const [latitude, longitude, zoom] = (at ?? '')
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN))
  if (latitude === undefined || longitude === undefined || zoom === undefined) return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 22)) return null
  return { latitude, longitude, zoom }
}

/** Inverts {@link readMapUrl}. Positions are rounded to about one meter, the zoom to one decimal. */
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

/** Whether any filter is set. */
export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some(Boolean)
}

/** Returns the number of filters set in the popover. */
export function countFilters({ q: _, ...filters }: Filters): number {
  return Object.values(filters).filter(Boolean).length
}

/** Changes some of the filters; `undefined` removes a filter. */
export function withFilters(
  filters: Filters,
  change: { [K in keyof Filters]: Filters[K] | undefined },
): Filters {
  return Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value))
}
