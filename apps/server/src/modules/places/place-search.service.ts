import type { Box, FoundPlace } from '@nollie/contract'
import { parsePlusCode } from '@nollie/contract/places/coordinates/plus-code'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../platform/http/index.ts'
import { findPlusCode } from './find-plus-code.ts'
import { findInGazetteer } from './search-gazetteer.ts'
import { google, nominatim, photon } from './place-providers.ts'
import type { PlaceQuery, PlaceSource } from './place-source.ts'

const MAX_RESULTS = 6

/** The operator's place search settings. */
export type PlaceSettings = {
  /** URL of a Photon or Nominatim server. */
  url: string | null
  googleKey: string | null
  /** Google's base URL, if it isn't the default. */
  googleBase?: string
}

/** A street, park, station, or other place from the loaded street maps. */
export type LocalPlace = {
  id: number
  name: string
  matched: string
  kind: 'place' | Exclude<FoundPlace['kind'], 'country' | 'town' | 'address'>
  latitude: number
  longitude: number
  bounds: Box
  city: string | null
  country: string | null
}

/** Finds streets and other places by name. */
export type LocalPlaces = (query: PlaceQuery) => Promise<LocalPlace[]>

/** Converts a place from the loaded street maps to a search result. */
export function toFoundPlace(found: LocalPlace): FoundPlace {
  const { id, name, matched, kind, latitude, longitude, bounds, city, country } = found
  return {
    id: `street:${id}`,
    kind: kind === 'place' ? 'town' : kind,
    name: matched,
    text: [...new Set([matched === name ? null : name, city, country])]
      .filter((part) => part && part !== matched)
      .join(', '),
    latitude,
    longitude,
    bounds,
    ref: null,
  }
}

/** This installation's place search. */
export type PlaceSearch = {
  find: (query: Omit<PlaceQuery, 'limit'>) => Promise<FoundPlace[]>
  details: (ref: string) => Promise<FoundPlace>
}

/**
 * Returns the configured provider: Google if there is a key, or else the server at `url`. A URL that ends in `/search`
 * is a Nominatim server.
 */
function chooseProvider({ url, googleKey, googleBase }: PlaceSettings): PlaceSource | null {
  if (googleKey) return google(googleKey, googleBase)
  if (!url) return null
  return /\/search\/?$/.test(new URL(url).pathname) ? nominatim(url) : photon(url)
}

// If two sources return the same town, it counts as one place.
function isSame(a: FoundPlace, b: FoundPlace): boolean {
  return (
    a.name.toLowerCase() === b.name.toLowerCase() &&
    Math.abs((a.latitude ?? 99) - (b.latitude ?? 99)) < 0.1 &&
    Math.abs((a.longitude ?? 999) - (b.longitude ?? 999)) < 0.1
  )
}

function merged(lists: FoundPlace[][]): FoundPlace[] {
  const all: FoundPlace[] = []
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let i = 0; i < longest; i++)
    for (const list of lists) {
      const place = list[i]
      if (place && !all.some((one) => isSame(one, place))) all.push(place)
    }
  return all
}

/** Resolves a short plus code with its town, such as `95MC+5G Barcelona`. Null if the text isn't one. */
async function findCode({ q, near }: Omit<PlaceQuery, 'limit'>): Promise<FoundPlace | null> {
  const code = parsePlusCode(q)
  const found = code?.town ? await findPlusCode(code, near) : null
  if (!code || !found) return null
  const { name, text } = found.town
  return {
    id: `plus-code:${code.code}`,
    kind: 'address',
    name: code.code,
    ...found.at,
    text: [name, text].filter(Boolean).join(', '),
    bounds: null,
    ref: null,
  }
}

/**
 * Combines place sources: the configured provider, the bundled gazetteer as a fallback or by default, and the loaded
 * street maps.
 */
export function openPlaceSearch(
  settings: PlaceSettings,
  local: LocalPlaces,
  log: Pick<FastifyBaseLogger, 'warn'>,
): PlaceSearch {
  const provider = chooseProvider(settings)
  const fromProvider = async (query: PlaceQuery): Promise<FoundPlace[]> => {
    if (!provider) return findInGazetteer(query)
    try {
      return await provider.find(query)
    } catch (error) {
      // Don't log the search text, because it is private.
      log.warn({ provider: provider.name, error: (error as Error).name }, 'place search failed')
      return findInGazetteer(query)
    }
  }
  return {
    find: async (asked) => {
      const code = await findCode(asked)
      if (code) return [code]
      const query = { ...asked, limit: MAX_RESULTS }
      const [places, streets] = await Promise.all([fromProvider(query), local(query)])
      return merged([places, streets.map(toFoundPlace)]).slice(0, MAX_RESULTS + 2)
    },
    details: async (ref) => {
      const [name, ...id] = ref.split(':')
      const place = provider?.details && name === provider.name ? await provider.details(id.join(':')) : null
      if (!place) throw new Refusal('NOT_FOUND')
      return place
    },
  }
}
