/**
 * Builds apps/server/assets/gazetteer-names.json.gz: other names for the towns in gazetteer.json.gz, in all languages,
 * for place search ("München", "東京"). Run after build.mjs:
 *
 *   cd tools/gazetteer && npm install && npm run names
 *
 * Source: `cities15000-json` (GeoNames cities with at least 15,000 people and their alternate names, CC BY 3.0).
 *
 * Format: a gzipped JSON object:
 *   format  1
 *   town    indexes into the columns of gazetteer.json.gz, ascending, delta encoded
 *   names   these towns' other names in the same order; towns are separated by "\n", a town's names by "|"
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, gunzipSync, gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const cities = require('cities15000-json')
const ASSETS = new URL('../../apps/server/assets/', import.meta.url)
const file = JSON.parse(gunzipSync(readFileSync(new URL('gazetteer.json.gz', ASSETS))).toString('utf8'))

/** Smaller towns get fewer names. */
function limitFor(population) {
  return population >= 300_000 ? 200 : population >= 100_000 ? 40 : 20
}

const NEAR_KM = 15
const KM_PER_DEGREE = 111.2

function normalise(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function undelta(deltas) {
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

function kmBetween(town, row) {
  return (
    Math.hypot(
      lat[town] - Number(row.lat),
      (lng[town] - Number(row.lon)) * Math.cos((lat[town] * Math.PI) / 180),
    ) * KM_PER_DEGREE
  )
}

// Lowercase Latin names are transliterations that no one types; three capital letters are airport codes.
function isTyped(name) {
  return (
    name.length >= 2 &&
    name.length <= 40 &&
    !/[|\n]/.test(name) &&
    !/^[A-Z]{3}$/.test(name) &&
    !/^[a-z]/.test(name) &&
    !/['’`].*['’`]/.test(name)
  )
}

const found = new Map()
for (const row of cities) {
  const spellings = [row.name, row.asciiname, ...row.alternativeNames]
  const towns = spellings.flatMap((name) => byName.get(`${row.country} ${normalise(name)}`) ?? [])
  const [town] = towns
    .filter((one) => kmBetween(one, row) < NEAR_KM)
    .sort((a, b) => kmBetween(a, row) - kmBetween(b, row))
  if (town === undefined) continue
  // If two spellings differ only in accents, prefer the one with accents.
  spellings.sort((a, b) => /\p{M}/u.test(b.normalize('NFD')) - /\p{M}/u.test(a.normalize('NFD')))
  const seen = new Set([normalise(names[town])])
  const others = spellings.filter((name) => {
    const normalised = normalise(name)
    if (!isTyped(name) || normalised === '' || seen.has(normalised)) return false
    seen.add(normalised)
    return true
  })
  // Names in other scripts come first, because there's no other way to find the town in those scripts.
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
