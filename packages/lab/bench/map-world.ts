import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { SPOT_TYPES } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../../apps/server/src/db/open.ts'

type Gazetteer = { place: { name: string; lat: number[]; lng: number[]; population: number[] } }

/** The columns of generated spots, for use with `unnest`. */
export type SpotColumns = {
  id: string[]
  name: string[]
  city: string[]
  latitude: number[]
  longitude: number[]
  spot_types: string[]
  created_at: string[]
}

const NOUNS = ['ledges', 'bank', 'curb', 'plaza', 'car park', 'school yard', 'stairs', 'gap', 'bowl', 'rail']
const SITE_KINDS = [
  'Old',
  'New',
  'North',
  'South',
  'River',
  'Station',
  'Market',
  'Church',
  'Library',
  'Harbour',
]
const START = Date.UTC(2024, 0, 1)
const SPAN = 900 * 86_400_000

function undelta(deltas: number[]) {
  let sum = 0
  return deltas.map((delta) => (sum += delta) / 1000)
}

/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed always gives the same numbers. */
export function randomFrom(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Generates spots in towns, in proportion to town size and denser near the center. Deterministic for a seed. */
export function worldOfSpots(seed = 1) {
  const file = new URL('../../../apps/server/assets/gazetteer.json.gz', import.meta.url)
  const { place } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Gazetteer
  const names = place.name.split('\n')
  const latitudes = undelta(place.lat)
  const longitudes = undelta(place.lng)
  let sum = 0
  const sums = place.population.map((people) => (sum += Math.max(people, 300) ** 0.75))
  const random = randomFrom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  const townAt = (weight: number) => {
    let low = 0
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < weight) low = middle + 1
      else high = middle
    }
    return low
  }
  const kind = () => SPOT_TYPES[Math.floor(random() ** 1.8 * SPOT_TYPES.length)] ?? 'street'

  /** Returns the next `count` spots. */
  const next = (count: number): SpotColumns => {
    const columns: SpotColumns = {
      id: [],
      name: [],
      city: [],
      latitude: [],
      longitude: [],
      spot_types: [],
      created_at: [],
    }
    for (let i = 0; i < count; i++) {
      const town = townAt(random() * sum)
      const km = 0.5 * (Math.max(place.population[town] ?? 0, 1000) / 5000) ** 0.33
      const latitude = (latitudes[town] ?? 0) + (gauss() * km) / 111
      const longitude =
        (longitudes[town] ?? 0) + (gauss() * km) / (111 * Math.cos((latitude * Math.PI) / 180))
      const city = names[town] ?? ''
      const label = SITE_KINDS[Math.floor(random() * SITE_KINDS.length)]
      const noun = NOUNS[Math.floor(random() * NOUNS.length)]
      columns.name.push(`${label} ${city} ${noun}`.slice(0, 120))
      columns.city.push(city.slice(0, 120))
      columns.latitude.push(Math.max(-85, Math.min(85, latitude)))
      columns.longitude.push(Math.max(-180, Math.min(180, longitude)))
      columns.spot_types.push([...new Set(random() < 0.5 ? [kind()] : [kind(), kind()])].join(','))
      const created = START + Math.floor(random() * SPAN)
      columns.id.push(uuid({ msecs: created }))
      columns.created_at.push(new Date(created).toISOString())
    }
    return columns
  }
  return {
    next,
    town: () => {
      const town = townAt(random() * sum)
      return { latitude: latitudes[town] ?? 0, longitude: longitudes[town] ?? 0 }
    },
  }
}

/** Inserts generated spots with a single statement. */
export async function insertSpots(db: Db, spots: SpotColumns): Promise<void> {
  await sql`
    insert into spots (id, name, description, city, latitude, longitude, spot_types, created_at)
    select id, name, 'Smooth ground, go early. Security is friendly until noon.', city, latitude, longitude,
      string_to_array(types, ','), created_at
    from unnest(${spots.id}::uuid[], ${spots.name}::text[], ${spots.city}::text[], ${spots.latitude}::float8[], ${spots.longitude}::float8[],
      ${spots.spot_types}::text[], ${spots.created_at}::timestamptz[]) u (id, name, city, latitude, longitude, types, created_at)`.execute(
    db,
  )
}
