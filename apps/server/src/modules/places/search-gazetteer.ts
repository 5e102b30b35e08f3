import type { Box, FoundPlace } from '@nollie/contract'
import { findCountryCodesByPrefix, findCountryCodes, getCountryName, normaliseName } from './country-names.ts'
import { loadGazetteer, type Town } from './gazetteer.ts'
import type { PlaceQuery } from './place-source.ts'
import { type Match, loadTownNames } from './town-names.ts'

const METRES_PER_DEGREE = 111_195
/** Returns half the width of a town's box in meters, based on the town's population. */
function getReachMeters(population: number) {
  return population > 1_000_000 ? 12_000 : population > 100_000 ? 7_000 : population > 10_000 ? 4_000 : 2_000
}

function toBox({ latitude, longitude, population }: Town): Box {
  const dy = getReachMeters(population) / METRES_PER_DEGREE
  const dx = dy / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  const west = Math.max(-180, longitude - dx)
  return {
    west,
    east: longitude + dx,
    south: Math.max(-90, latitude - dy),
    north: Math.min(90, latitude + dy),
  }
}

function kmBetween(a: { latitude: number; longitude: number }, b: Town) {
  const dx = (((b.longitude - a.longitude + 540) % 360) - 180) * Math.cos((a.latitude * Math.PI) / 180)
  return (Math.hypot(dx, b.latitude - a.latitude) * METRES_PER_DEGREE) / 1000
}

/** Higher than any score for population and distance, so that a town with exactly this name always comes first. */
const WHOLE = 100
const SCORE = { whole: WHOLE, begins: 1.5, term: 0 }

/**
 * Bonus for a town's own name over foreign and historical names. A search for Zaragoza finds the city in Aragon, even
 * though part of Tijuana was once called that.
 */
const OWN_NAME = 1

function isOwnName(town: Town, { how, name }: Match): boolean {
  return how === 'whole' && normaliseName(name) === normaliseName(town.city ?? '')
}

// Ranks full names first, then prefixes, then later terms. Large and nearby towns come first.
function score(town: Town, match: Match, near: PlaceQuery['near']): number {
  return (
    SCORE[match.how] +
    (isOwnName(town, match) ? OWN_NAME : 0) +
    Math.log10(town.population + 100) -
    (near ? Math.log10(kmBetween(near, town) + 10) : 0)
  )
}

function toFoundPlace(town: Town, number: number, { name }: Match): FoundPlace {
  const own = town.city ?? name
  const region = [town.state === own ? null : town.state, town.country].filter(Boolean).join(', ')
  return {
    id: `town:${number}`,
    kind: 'town',
    // A name in another language is displayed as typed, next to the town's own name.
    name,
    text: normaliseName(name) === normaliseName(own) ? region : [own, region].filter(Boolean).join(', '),
    latitude: town.latitude,
    longitude: town.longitude,
    bounds: toBox(town),
    ref: null,
  }
}

/** Returns ways to split `paris, texas` or `barcelona spain` into a town and a prefix of its state or country. */
function listReadings(q: string): { town: string; region: string }[] {
  const [before = '', ...after] = q.split(',')
  if (after.length > 0) return [{ town: normaliseName(before), region: normaliseName(after.join(' ')) }]
  const terms = normaliseName(q).split(' ')
  const splits = terms.slice(1).map((_, i) => ({
    town: terms.slice(0, i + 1).join(' '),
    region: terms.slice(i + 1).join(' '),
  }))
  return [{ town: terms.join(' '), region: '' }, ...splits.toReversed()]
}

function isIn(town: Town, region: string): boolean {
  if (!region) return true
  const names = [town.state, town.country].map((name) => normaliseName(name ?? ''))
  return names.some((name) => name.startsWith(region)) || findCountryCodes(region).includes(town.code)
}

type FoundTown = { number: number; town: Town; match: Match }

async function findTowns({ q, near, limit }: PlaceQuery): Promise<FoundTown[]> {
  const [gazetteer, names] = [await loadGazetteer(), await loadTownNames()]
  for (const { town: text, region } of listReadings(q)) {
    if (text.length < 2) continue
    const found = [...names.find(text)]
      .map(([number, match]) => ({ number, match, town: gazetteer.town(number) }))
      .filter(({ town }) => isIn(town, region))
      .map((one) => ({ ...one, score: score(one.town, one.match, near) }))
      .toSorted((a, b) => b.score - a.score)
    if (found.length > 0) return found.slice(0, limit)
  }
  return []
}

/** Returns the gazetteer's towns in a box, largest first. */
export async function findTownsInBox(box: Box): Promise<FoundPlace[]> {
  const gazetteer = await loadGazetteer()
  return gazetteer
    .within(box)
    .map((number) => ({ number, town: gazetteer.town(number) }))
    .toSorted((a, b) => b.town.population - a.town.population)
    .map(({ number, town }) => toFoundPlace(town, number, { name: town.city ?? '', how: 'whole' }))
}

async function findCountries({ q }: PlaceQuery): Promise<FoundPlace[]> {
  const gazetteer = await loadGazetteer()
  const places = findCountryCodesByPrefix(q).map((code): FoundPlace | null => {
    const bounds = gazetteer.findBox(code)
    if (!bounds) return null
    return {
      id: `country:${code}`,
      kind: 'country',
      name: getCountryName(code),
      text: '',
      latitude: (bounds.south + bounds.north) / 2,
      longitude: (bounds.west + bounds.east) / 2,
      bounds,
      ref: null,
    }
  })
  return places.filter((place) => place !== null)
}

/** A town with at least this population comes before a country that has the same name only in another language. */
const POPULOUS = 100_000

// Someone who types accents means them: `França` isn't the town of Franca.
function isSpelled(q: string, name: string): boolean {
  const typed = q.trim().normalize('NFC').toLowerCase()
  return typed === normaliseName(q) || typed === name.normalize('NFC').toLowerCase()
}

/** Whether a search means this town, such as Salvador or Granada, and not a country with such a foreign name. */
function outranksCountries(q: string, { town, match }: FoundTown): boolean {
  return (
    town.population >= POPULOUS &&
    isOwnName(town, match) &&
    isSpelled(q, town.city ?? '') &&
    findCountryCodes(q).every((code) => normaliseName(getCountryName(code)) !== normaliseName(q))
  )
}

/** Finds countries and towns in the bundled gazetteer by any of their names. */
export async function findInGazetteer(query: PlaceQuery): Promise<FoundPlace[]> {
  const [countries, found] = [await findCountries(query), await findTowns(query)]
  const towns = found.map(({ town, number, match }) => toFoundPlace(town, number, match))
  const isCountry = findCountryCodes(query.q).length > 0
  if (!isCountry) return [...towns.slice(0, query.limit - 1), ...countries].slice(0, query.limit)
  const before = found[0] && outranksCountries(query.q, found[0]) ? 1 : 0
  return [...towns.slice(0, before), ...countries, ...towns.slice(before)].slice(0, query.limit)
}
