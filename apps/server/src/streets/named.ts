import type { StreetKind } from '../modules/streets/index.ts'
import type { Tags } from './osm-file.ts'

/** An element's type in the index, and its importance from 0 to 1. */
export type Named = { kind: StreetKind; importance: number }

const PLACES: Record<string, number> = {
  city: 0.8,
  town: 0.7,
  village: 0.6,
  borough: 0.58,
  suburb: 0.56,
  island: 0.55,
  quarter: 0.5,
  neighbourhood: 0.48,
  hamlet: 0.45,
  islet: 0.3,
  locality: 0.3,
}
const STREETS: Record<string, number> = {
  motorway: 0.42,
  trunk: 0.42,
  primary: 0.42,
  secondary: 0.4,
  tertiary: 0.38,
  pedestrian: 0.38,
  unclassified: 0.34,
  residential: 0.34,
  living_street: 0.34,
  road: 0.3,
  busway: 0.3,
  cycleway: 0.28,
  steps: 0.28,
  footway: 0.27,
  path: 0.26,
  track: 0.25,
  service: 0.25,
  bridleway: 0.2,
  minor: 0.34,
}
const PARKS = new Set(['park', 'garden', 'common', 'nature_reserve', 'dog_park'])
const LANDMARKS: Record<string, Record<string, number>> = {
  tourism: { attraction: 0.42, museum: 0.44, gallery: 0.36, viewpoint: 0.34, theme_park: 0.44, zoo: 0.44 },
  amenity: {
    university: 0.44,
    college: 0.4,
    theatre: 0.4,
    library: 0.38,
    townhall: 0.42,
    hospital: 0.42,
    marketplace: 0.4,
    place_of_worship: 0.34,
    school: 0.32,
  },
  leisure: { stadium: 0.46, sports_centre: 0.38, marina: 0.38, ice_rink: 0.36 },
  historic: { castle: 0.44, monument: 0.4, memorial: 0.26 },
  shop: { mall: 0.42 },
  man_made: { bridge: 0.34, lighthouse: 0.36, pier: 0.34 },
}

function population(tags: Tags): number {
  const people = Number.parseInt(tags.population?.replaceAll(/[ ,.]/g, '') ?? '', 10)
  return people > 0 ? Math.min(0.19, Math.log10(people) / 40) : 0
}

/** Whether an element's own tags make it a spot. */
export function isSkatepark({ leisure = '', sport = '' }: Tags): boolean {
  return (
    /^skate_?park$/.test(leisure) ||
    (/^(pitch|sports_centre|track|playground)$/.test(leisure) && /skateboard/.test(sport))
  )
}

function rankStation(tags: Tags): number {
  if (tags.aeroway === 'aerodrome') return 0.62
  if (tags.railway === 'station') return 0.6
  if (tags.railway === 'halt' || tags.public_transport === 'station') return 0.52
  if (tags.amenity === 'bus_station' || tags.amenity === 'ferry_terminal') return 0.5
  return tags.railway === 'tram_stop' ? 0.4 : 0
}

/** Returns an OpenStreetMap element's type in the index; null if it isn't worth searching for. */
export function namedBy(tags: Tags): Named | null {
  const { place = '', highway = '', leisure = '' } = tags
  if (isSkatepark(tags)) return { kind: 'skatepark', importance: 0.66 }
  if (place === 'square') return { kind: 'square', importance: 0.46 }
  const settled = PLACES[place]
  if (settled !== undefined) return { kind: 'place', importance: settled + population(tags) }
  const station = rankStation(tags)
  if (station > 0) return { kind: 'station', importance: station }
  const street = STREETS[highway.replace(/_link$/, '')]
  if (street !== undefined)
    return tags.area === 'yes' ? { kind: 'square', importance: 0.44 } : { kind: 'street', importance: street }
  if (PARKS.has(leisure)) return { kind: 'park', importance: leisure === 'garden' ? 0.4 : 0.46 }
  for (const [key, values] of Object.entries(LANDMARKS)) {
    const importance = values[tags[key] ?? '']
    if (importance !== undefined) return { kind: 'landmark', importance }
  }
  return null
}

const NAME_MAX = 200
const NAMES_MAX = 24
const OTHER_NAMES = ['name:en', 'int_name', 'alt_name', 'old_name', 'official_name', 'short_name', 'loc_name']

/** Cleans a name for storage: one line, without invisible or text-direction characters. The result can be empty. */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{M}{5,}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .trim()
}

/** Lists an element's names: the local one, other languages (all of them for places), then old and short names. */
export function listNames(tags: Tags, kind: StreetKind): string[] {
  const local = cleanName(tags.name ?? tags['name:latin'] ?? tags['name:en'] ?? '')
  if (!local) return []
  const languages =
    kind === 'place' ? Object.keys(tags).filter((key) => /^name:[a-z]{2,3}(-|$)/.test(key)) : []
  const others = [...OTHER_NAMES, 'name:latin', ...languages].flatMap((key) => tags[key]?.split(';') ?? [])
  return [...new Set([local, ...others.map(cleanName)])].filter(Boolean).slice(0, NAMES_MAX)
}
