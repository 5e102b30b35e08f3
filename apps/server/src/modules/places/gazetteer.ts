import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Box } from '@nollie/contract'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'

/** The gazetteer's names for a position. It doesn't have postal codes. */
export type TownPlace = { city: string | null; state: string | null; country: string | null }

/** A town in the gazetteer. */
export type Town = TownPlace & { code: string; latitude: number; longitude: number; population: number }

/** The world's towns by position, and the box where most people in each country live. */
export type Gazetteer = {
  /** The number of towns. Their indexes start at 0. */
  count: number
  /** Returns a town by its index. */
  town: (number: number) => Town
  reverse: (latitude: number, longitude: number) => TownPlace
  /** Returns the town whose name {@link reverse} uses for a position. Null if there is none. */
  townAt: (latitude: number, longitude: number) => Town | null
  /** Returns the nearest town, no matter how small, or null if there is none within {@link DISTRICT_KM}. */
  nearestTown: (latitude: number, longitude: number) => Town | null
  /** Returns the indexes of the towns in a box. */
  within: (box: Box) => number[]
  /** Returns the box where nearly everyone in a country (ISO code) lives. Null for a country without towns. */
  findBox: (country: string) => Box | null
}

/** The columns in `assets/gazetteer.json.gz`. The README next to it describes them. */
export type GazetteerFile = {
  format: number
  count: number
  countries: [iso: string, name: string][]
  states: [country: number, name: string, short: string][]
  place: { name: string; state: number[]; lat: number[]; lng: number[]; population: number[] }
}

const NOWHERE: TownPlace = { city: null, state: null, country: null }
/** Maximum distance (km) to the town that a position is named after. Large cities weigh more (see the README). */
const TOWN_KM = 40
/** Where towns are far apart, the nearest town within this distance (km) is used. */
const LONELY_TOWN_KM = 60
/** Within this distance (km), only the country is named, provided that the nearest towns are all in it. */
const COUNTRY_KM = 200

/** Maximum distance (km) to a small town that a place is a part of, or near. */
const DISTRICT_KM = 8

function undelta(deltas: number[]): Float64Array {
  const degrees = new Float64Array(deltas.length)
  let sum = 0
  for (const [i, delta] of deltas.entries()) {
    sum += delta
    degrees[i] = sum / 1000
  }
  return degrees
}

function unrun(runs: number[], count: number): Uint16Array {
  const values = new Uint16Array(count)
  let at = 0
  for (let i = 0; i < runs.length; i += 2) {
    const times = runs[i + 1] ?? 0
    values.fill(runs[i] ?? 0, at, at + times)
    at += times
  }
  return values
}

const OUTLYING = 0.01

/** Returns the interval that contains nearly all the weight, to leave out remote islands. */
function computeSpan(values: [value: number, weight: number][]): [number, number] {
  const sorted = values.toSorted(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, weight]) => sum + weight, 0)
  const within = (order: typeof sorted): number => {
    let sum = 0
    for (const [value, weight] of order) {
      sum += weight
      if (sum >= all * OUTLYING) return value
    }
    return 0
  }
  return [within(sorted), within(sorted.toReversed())]
}

// Reads the columns of a file.
function readTowns(file: GazetteerFile) {
  const { population } = file.place
  const names = file.place.name.split('\n')
  const latitudes = undelta(file.place.lat)
  const longitudes = undelta(file.place.lng)
  const states = unrun(file.place.state, file.count)

  const getCountry = (town: number) => file.states[states[town] ?? 0]?.[0] ?? 0
  const getTown = (town: number): TownPlace => {
    const state = file.states[states[town] ?? 0]
    return {
      city: names[town] ?? null,
      state: state?.[1] || null,
      country: file.countries[getCountry(town)]?.[1] ?? null,
    }
  }
  return {
    getCountry,
    getTown,
    getLatitude: (town: number) => latitudes[town] ?? 0,
    getLongitude: (town: number) => longitudes[town] ?? 0,
    getPopulation: (town: number) => population[town] ?? 0,
    describe: (town: number): Town => ({
      ...getTown(town),
      code: file.countries[getCountry(town)]?.[0] ?? '',
      latitude: latitudes[town] ?? 0,
      longitude: longitudes[town] ?? 0,
      population: population[town] ?? 0,
    }),
  }
}

type Towns = ReturnType<typeof readTowns>

function buildIndex(count: number, { getLongitude, getLatitude }: Towns): KDBush {
  const index = new KDBush(count)
  for (let town = 0; town < count; town++) index.add(getLongitude(town), getLatitude(town))
  index.finish()
  return index
}

// Returns the town that a position belongs to. Larger towns reach farther.
function findTown(index: KDBush, towns: Towns, latitude: number, longitude: number): number | null {
  let best: number | null = null
  let bestScore = Number.POSITIVE_INFINITY
  for (const town of around(index, longitude, latitude, 60, TOWN_KM)) {
    const km = distance(longitude, latitude, towns.getLongitude(town), towns.getLatitude(town))
    const score = km * km - Math.min(25, towns.getPopulation(town) * 9e-6)
    if (score < bestScore) {
      best = town
      bestScore = score
    }
  }
  if (best !== null) return best
  const [lonely] = around(index, longitude, latitude, 1, LONELY_TOWN_KM)
  return lonely ?? null
}

function findCountryBox({ countries, count }: GazetteerFile, towns: Towns, code: string): Box | null {
  const country = countries.findIndex(([iso]) => iso === code)
  const inside = Array.from({ length: count }, (_, town) => town).filter(
    (town) => towns.getCountry(town) === country,
  )
  if (country < 0 || inside.length === 0) return null
  const size = (town: number) => towns.getPopulation(town) + 1000
  const [west, east] = computeSpan(inside.map((town) => [towns.getLongitude(town), size(town)]))
  const [south, north] = computeSpan(inside.map((town) => [towns.getLatitude(town), size(town)]))
  return { west, south, east, north }
}

/** Builds the spatial index over the file's columns. */
export function openGazetteer(file: GazetteerFile): Gazetteer {
  if (file.format !== 1) throw new Error(`The gazetteer has an unknown format: ${file.format}`)
  const towns = readTowns(file)
  const { getCountry, getTown, describe } = towns
  const index = buildIndex(file.count, towns)

  const reverse = (latitude: number, longitude: number): TownPlace => {
    const named = findTown(index, towns, latitude, longitude)
    if (named !== null) return getTown(named)
    const far = around(index, longitude, latitude, 5, COUNTRY_KM)
    const [nearest] = far
    if (nearest === undefined) return NOWHERE
    const country = getCountry(nearest)
    return far.every((town) => getCountry(town) === country)
      ? { ...NOWHERE, country: getTown(nearest).country }
      : NOWHERE
  }
  const within = ({ west, south, east, north }: Box): number[] => [
    ...index.range(west, south, east, north),
    // The part of the box beyond the antimeridian.
    ...(east > 180 ? index.range(-180, south, east - 360, north) : []),
  ]
  const townAt = (latitude: number, longitude: number): Town | null => {
    const named = findTown(index, towns, latitude, longitude)
    return named === null ? null : describe(named)
  }
  const nearestTown = (latitude: number, longitude: number): Town | null => {
    const [nearest] = around(index, longitude, latitude, 1, DISTRICT_KM)
    return nearest === undefined ? null : describe(nearest)
  }
  const findBox = (code: string) => findCountryBox(file, towns, code)
  return { count: file.count, town: describe, reverse, townAt, nearestTown, within, findBox }
}

const FILE = new URL('../../../assets/gazetteer.json.gz', import.meta.url)
let loading: Promise<Gazetteer> | null = null

/** Returns the bundled gazetteer, which is loaded on first use. If loading fails, the next call retries. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= readFile(FILE)
    .then((packed) => promisify(gunzip)(packed))
    .then((json) => openGazetteer(JSON.parse(json.toString('utf8')) as GazetteerFile))
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}
