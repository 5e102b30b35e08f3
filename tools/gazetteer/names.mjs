/**
 * Builds apps/server/assets/gazetteer-names.json.gz: other names of the towns of gazetteer.json.gz, in all languages, for the
 * place search ("München", "東京"). Run after build.mjs:
 *
 *   cd tools/gazetteer && npm install && npm run names
 *
 * Source: `cities15000-json` (GeoNames' cities of 15,000 people and more with their alternate names, CC BY 3.0).
 *
 * Format: one gzipped JSON object:
 *   format  1
 *   town    places in the columns of gazetteer.json.gz, ascending, each the difference to the one before
 *   names   the other names of these towns in the same order, towns separated by "\n", names of a town by "|"
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, gunzipSync, gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const cities = require('cities15000-json')
const ASSETS = new URL('../../apps/server/assets/', import.meta.url)
const file = JSON.parse(gunzipSync(readFileSync(new URL('gazetteer.json.gz', ASSETS))).toString('utf8'))

/** A smaller town is known by fewer names. */
const limitFor = (population) => (population >= 300_000 ? 200 : population >= 100_000 ? 40 : 20)
const NEAR_KM = 15
const KM_PER_DEGREE = 111.2

const normalise = (name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const undelta = (deltas) => {
  let sum = 0
  return deltas.map((delta) => (sum += delta) / 1000)
}
const countries = []
for (let i = 0; i < file.place.state.length; i += 2)
  for (let n = 0; n < file.place.state[i + 1]; n++)
    countries.push(file.countries[file.states[file.place.state[i]][0]][0])
const [lat, lng, names] = [undelta(file.place.lat), undelta(file.place.lng), file.place.name.split('\n')]

const byName = new Map()
for (const [town, name] of names.entries()) {
  const key = `${countries[town]} ${normalise(name)}`
  byName.set(key, [...(byName.get(key) ?? []), town])
}

const kmBetween = (town, row) =>
  Math.hypot(
    lat[town] - Number(row.lat),
    (lng[town] - Number(row.lon)) * Math.cos((lat[town] * Math.PI) / 180),
  ) * KM_PER_DEGREE

// Lower-case Latin names are transliterations that no one types; three capitals are airports.
const isTyped = (name) =>
  name.length >= 2 &&
  name.length <= 40 &&
  !/[|\n]/.test(name) &&
  !/^[A-Z]{3}$/.test(name) &&
  !/^[a-z]/.test(name) &&
  !/['’`].*['’`]/.test(name)

const found = new Map()
for (const row of cities) {
  const spellings = [row.name, row.asciiname, ...row.alternativeNames]
  const towns = spellings.flatMap((name) => byName.get(`${row.country} ${normalise(name)}`) ?? [])
  const [town] = towns
    .filter((one) => kmBetween(one, row) < NEAR_KM)
    .sort((a, b) => kmBetween(a, row) - kmBetween(b, row))
  if (town === undefined) continue
  // Of two spellings the one with its accents.
  spellings.sort((a, b) => /\p{M}/u.test(b.normalize('NFD')) - /\p{M}/u.test(a.normalize('NFD')))
  const seen = new Set([normalise(names[town])])
  const others = spellings.filter((name) => {
    const normalised = normalise(name)
    if (!isTyped(name) || normalised === '' || seen.has(normalised)) return false
    seen.add(normalised)
    return true
  })
  // Other scripts first: those have no other way in.
  others.sort((a, b) => /[a-z]/i.test(a) - /[a-z]/i.test(b))
  const max = limitFor(Number(row.population))
  const remaining =
    others.length <= max ? others : others.filter((_, i) => i % Math.ceil(others.length / max) === 0)
  if (remaining.length > 0) found.set(town, remaining)
}

const sorted = [...found].sort(([a], [b]) => a - b)
let last = 0
const json = JSON.stringify({
  format: 1,
  town: sorted.map(([town]) => {
    const step = town - last
    last = town
    return step
  }),
  names: sorted.map(([, list]) => list.join('|')).join('\n'),
})
const gz = gzipSync(json, { level: constants.Z_BEST_COMPRESSION })
writeFileSync(new URL('gazetteer-names.json.gz', ASSETS), gz)
console.log({
  towns: sorted.length,
  names: sorted.reduce((sum, [, list]) => sum + list.length, 0),
  json: json.length,
  gz: gz.length,
})
