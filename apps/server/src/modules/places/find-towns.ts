import type { Box, FoundPlace } from '@nollie/contract'
import { countryCodesBeginning, countryCodesNamed, countryName, foldName } from './country-names.ts'
import { shippedGazetteer, type Town } from './gazetteer.ts'
import type { PlaceQuery } from './place-source.ts'
import { type Match, shippedTownNames } from './town-names.ts'

const METRES_PER_DEGREE = 111_195
/** Half the width of what is shown of a town, in metres, by its people. */
const reachOf = (population: number) =>
  population > 1_000_000 ? 12_000 : population > 100_000 ? 7_000 : population > 10_000 ? 4_000 : 2_000

const boxOf = ({ latitude, longitude, population }: Town): Box => {
  const dy = reachOf(population) / METRES_PER_DEGREE
  const dx = dy / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
  const west = Math.max(-180, longitude - dx)
  return {
    west,
    east: longitude + dx,
    south: Math.max(-90, latitude - dy),
    north: Math.min(90, latitude + dy),
  }
}

const kmBetween = (a: { latitude: number; longitude: number }, b: Town) => {
  const dx = (((b.longitude - a.longitude + 540) % 360) - 180) * Math.cos((a.latitude * Math.PI) / 180)
  return (Math.hypot(dx, b.latitude - a.latitude) * METRES_PER_DEGREE) / 1000
}

const WORTH = { whole: 3, begins: 1.5, word: 0 }

// The whole name before its beginning before a later word; the large and the near ones first.
const worth = (town: Town, { how }: Match, near: PlaceQuery['near']): number =>
  WORTH[how] + Math.log10(town.population + 100) - (near ? Math.log10(kmBetween(near, town) + 10) : 0)

const placeOf = (town: Town, number: number, { name }: Match): FoundPlace => {
  const own = town.city ?? name
  const region = [town.state === own ? null : town.state, town.country].filter(Boolean).join(', ')
  return {
    id: `town:${number}`,
    kind: 'town',
    // A name in another language is shown as it was typed, with the town's own beside it.
    name,
    text: foldName(name) === foldName(own) ? region : [own, region].filter(Boolean).join(', '),
    latitude: town.latitude,
    longitude: town.longitude,
    bounds: boxOf(town),
    ref: null,
  }
}

/** `paris, texas` or `barcelona spain`: the town, and what its state or country must begin with. */
const waysToRead = (q: string): { town: string; region: string }[] => {
  const [before = '', ...after] = q.split(',')
  if (after.length > 0) return [{ town: foldName(before), region: foldName(after.join(' ')) }]
  const words = foldName(q).split(' ')
  const splits = words.slice(1).map((_, i) => ({
    town: words.slice(0, i + 1).join(' '),
    region: words.slice(i + 1).join(' '),
  }))
  return [{ town: words.join(' '), region: '' }, ...splits.toReversed()]
}

const isIn = (town: Town, region: string): boolean => {
  if (!region) return true
  const names = [town.state, town.country].map((name) => foldName(name ?? ''))
  return names.some((name) => name.startsWith(region)) || countryCodesNamed(region).includes(town.code)
}

const findTowns = async ({ q, near, limit }: PlaceQuery): Promise<FoundPlace[]> => {
  const [gazetteer, names] = [await shippedGazetteer(), await shippedTownNames()]
  for (const { town: text, region } of waysToRead(q)) {
    if (text.length < 2) continue
    const found = [...names.find(text)]
      .map(([number, match]) => ({ number, match, town: gazetteer.town(number) }))
      .filter(({ town }) => isIn(town, region))
      .map((one) => ({ ...one, worth: worth(one.town, one.match, near) }))
      .toSorted((a, b) => b.worth - a.worth)
    if (found.length > 0)
      return found.slice(0, limit).map(({ town, number, match }) => placeOf(town, number, match))
  }
  return []
}

const findCountries = async ({ q }: PlaceQuery): Promise<FoundPlace[]> => {
  const gazetteer = await shippedGazetteer()
  const places = countryCodesBeginning(q).map((code): FoundPlace | null => {
    const bounds = gazetteer.boxOf(code)
    if (!bounds) return null
    return {
      ...{ id: `country:${code}`, kind: 'country', name: countryName(code), text: '' },
      latitude: (bounds.south + bounds.north) / 2,
      longitude: (bounds.west + bounds.east) / 2,
      ...{ bounds, ref: null },
    }
  })
  return places.filter((place) => place !== null)
}

/** Countries and towns of the shipped gazetteer, by any of their names. */
export const findInGazetteer = async (query: PlaceQuery): Promise<FoundPlace[]> => {
  const [countries, towns] = [await findCountries(query), await findTowns(query)]
  const whole = countryCodesNamed(query.q).length > 0
  return (whole ? [...countries, ...towns] : [...towns.slice(0, query.limit - 1), ...countries]).slice(
    0,
    query.limit,
  )
}
