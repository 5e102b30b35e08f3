import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metresBetween } from '@nollie/contract/places/metres-between'
import {
  type Comparable,
  isProbablyTwin,
  measureLikeness,
  nameLikeness,
  TWIN_METRES,
} from './twin-likeness.ts'

type Place = Comparable & { latitude: number; longitude: number }

function at(metres: number, name: string, spot_types: string[] | null = ['street']): Place {
  return {
    name,
    spot_types,
    longitude: 2.1,
    latitude: 41.3 + metres / 111_195,
  }
}

function between(one: Place, other: Place) {
  return { metres: metresBetween(one, other) }
}

function isTwin(one: Place, other: Place) {
  return isProbablyTwin(one, other, between(one, other))
}

test('compares names by their distinctive part, ignoring common words, case, and accents', () => {
  expect(nameLikeness('MACBA', 'macba ledges Barcelona')).toBe(1)
  expect(nameLikeness('Plaça Universitat', 'Placa universitat skate')).toBe(1)
  expect(nameLikeness('Skatepark Nord', 'Skatepark Süd')).toBeLessThan(0.2)
  expect(nameLikeness('Skatepark', 'Tarragona')).toBeNull()
})

test('a name that an import made up says nothing about whether two spots are the same', () => {
  const guess = { ...at(0, 'Skatepark at Elm Park'), name_is_guess: true }
  const [same, other] = [at(20, 'Elm Park', null), at(20, 'The Slab', null)]
  const bare = { ...at(20, '', null) }
  const likeness = (place: Place) => measureLikeness(guess, place, between(guess, place))
  expect(likeness(same)).toBe(likeness(bare))
  expect(likeness(other)).toBe(likeness(bare))
})

test('if only positions are known, spots within thirty meters are duplicates', () => {
  const unknown = { name: '', spot_types: null }
  expect(isProbablyTwin(unknown, unknown, { metres: 29 })).toBe(true)
  expect(isProbablyTwin(unknown, unknown, { metres: 31 })).toBe(false)
})

test('equal names connect pins farther apart; different names and types separate close ones', () => {
  expect(isTwin(at(0, 'Tarragona'), at(60, 'Tarragona rails'))).toBe(true)
  expect(isTwin(at(0, 'Tarragona'), at(60, 'Universitat'))).toBe(false)
  expect(isTwin(at(0, 'Seven stair', ['stairs']), at(20, 'Hospital hubba', ['ledges']))).toBe(false)
  expect(isTwin(at(0, 'Seven stair'), at(4, 'Hospital hubba'))).toBe(true)
})

test('similar photos outweigh everything else, but never beyond a hundred meters', () => {
  const [one, other] = [at(0, 'Seven stair', ['stairs']), at(80, 'Hospital hubba', ['ledges'])]
  const close = between(one, other)
  expect(measureLikeness(one, other, { ...close, same_picture: true })).toBeGreaterThan(0)
  expect(isProbablyTwin(one, other, { metres: TWIN_METRES + 1, same_picture: true })).toBe(false)
})

// Generates the same numbers in every run, so that results are comparable.
function random(seed: number) {
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return seed / 4_294_967_296
  }
}

const OTHER_NAMES = [
  'Seven stair',
  'Hospital',
  'Old town banks',
  'Harbour',
  'Library',
  'Post office',
  'North gate',
]

// Rewrites a name the way people do: a different case, an extra or missing part, a missing letter.
function written(name: string, next: () => number): string {
  const parts = name.split(' ')
  const kind = Math.floor(next() * 6)
  if (kind === 0) return name.toLowerCase()
  if (kind === 1) return `${name} skatepark`
  if (kind === 2 && parts.length > 1) return parts.slice(0, -1).join(' ')
  if (kind === 3 && name.length > 5) return name.slice(0, 3) + name.slice(4)
  if (kind === 4) return next() < 0.5 ? '' : 'Skate spot'
  return name
}

// A pin from a phone is off by up to 25 m, and one placed by hand by up to 45 m.
function moved(place: Place, metres: number, next: () => number): Place {
  const angle = next() * 2 * Math.PI
  const east = metres / (111_195 * Math.cos((place.latitude * Math.PI) / 180))
  return {
    ...place,
    latitude: place.latitude + (Math.cos(angle) * metres) / 111_195,
    longitude: place.longitude + Math.sin(angle) * east,
  }
}

function computeFigures(places: readonly Place[]) {
  const next = random(16)
  let [found, twins, wrong, others] = [0, 0, 0, 0]
  for (const place of places) {
    for (let n = 0; n < 10; n++) {
      const twin = { ...moved(place, next() * (n < 7 ? 25 : 45), next), name: written(place.name, next) }
      twins++
      if (isTwin(place, twin)) found++
      // A different spot nearby, which people share separately.
      const name = OTHER_NAMES[Math.floor(next() * OTHER_NAMES.length)] ?? ''
      const other = {
        ...moved(place, 15 + next() * 85, next),
        name,
        spot_types: [next() < 0.5 ? 'street' : 'stairs'],
      }
      others++
      if (isTwin(place, other)) wrong++
    }
  }
  return { recall: found / twins, precision: found / (found + wrong), wrong: wrong / others }
}

test('on generated places, finds most duplicates and few false ones', () => {
  const next = random(7)
  const places = Array.from({ length: 60 }, (_, n) => ({
    name: `Plaza ${['Mira', 'Sol', 'Lluna', 'Ferro', 'Vent'][n % 5]} ${n}`,
    spot_types: ['street'],
    latitude: 41 + next(),
    longitude: 2 + next(),
  }))
  const figures = computeFigures(places)
  console.info('twins of invented places', figures)
  expect(figures.recall).toBeGreaterThan(0.85)
  expect(figures.precision).toBeGreaterThan(0.9)
})

/** A GeoJSON file of real spots (points with names) for measuring. Without it, the test below is skipped. */
const REAL = process.env.TWIN_PLACES

test.skipIf(!REAL)('on real places, finds most duplicates and few false ones', () => {
  const { features } = JSON.parse(readFileSync(REAL ?? '', 'utf8')) as {
    features: { geometry: { coordinates: [number, number] }; properties: { name?: string } }[]
  }
  const places = features.map(({ geometry: { coordinates }, properties: { name = '' } }) => ({
    name,
    spot_types: ['park'],
    longitude: coordinates[0],
    latitude: coordinates[1],
  }))
  const pairs = places.flatMap((one, n) =>
    places
      .slice(n + 1)
      .filter((other) => isTwin(one, other))
      .map((other) => [one.name, other.name]),
  )
  console.info(`twins of ${places.length} real places`, computeFigures(places), 'pairs among them', pairs)
  expect(computeFigures(places).recall).toBeGreaterThan(0.85)
  expect(pairs.length).toBeLessThan(places.length / 10)
})
