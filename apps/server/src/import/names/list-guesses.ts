import { metresBetween } from '@nollie/contract/places/metres-between'
import type { Guess } from '../../modules/spots/index.ts'
import type { Surroundings } from './find-surroundings.ts'

type Point = { latitude: number; longitude: number }

/** Maximum length of a spot's name. */
const NAME_MAX = 120
/** Within this distance of a town's center, a spot counts as in the middle of the town. */
const CENTER_METRES = 500
const DIRECTIONS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']
const LAST_NUMBER = 9
const DEGREES_DIGITS = 5

/** How well a guessed name describes a spot's location; lower is better. */
const LEVEL = { area: 0, street: 1, town: 2 } as const

/** Returns a point's direction from a town's center; null in the middle. */
function findDirection(at: Point, center: Point): string | null {
  if (metresBetween(at, center) < CENTER_METRES) return null
  const east =
    (((at.longitude - center.longitude + 540) % 360) - 180) * Math.cos((at.latitude * Math.PI) / 180)
  const angle = Math.atan2(east, at.latitude - center.latitude)
  return DIRECTIONS[Math.round(angle / (Math.PI / 4) + 8) % 8] ?? null
}

function unique(guesses: readonly Guess[]): Guess[] {
  const seen = new Set<string>()
  return guesses.filter(({ name }) => !seen.has(name) && seen.add(name))
}

/**
 * Lists names for an unnamed spot, best first: the named area around it, the nearest street, the district or town, and
 * then each of these with a distinguishing detail: its street, its district, its direction from the town's center, or a
 * number. The last name contains the position, so it's always available.
 * @param what the kind of spot, such as `Skatepark`
 */
export function listGuesses(what: string, at: Point, around: Surroundings): Guess[] {
  const { area, street, district, town, center } = around
  const towns = [district, town].filter((name): name is string => name !== null)
  const [local] = towns
  const direction = center && findDirection(at, center)
  const make = (level: number, base: string, ...rest: (string | null)[]): Guess[] =>
    rest.includes(null)
      ? []
      : [{ level, name: [base, ...rest].join(', ').slice(0, NAME_MAX).toWellFormed().trim() }]
  const inArea = area === null ? null : `${what} at ${area}`
  const onStreet = street === null ? null : `${what} on ${street}`
  const inTown = local === undefined ? null : `${what} in ${local}`
  const bases: [number, string][] = [
    ...(inArea === null ? [] : [[LEVEL.area, inArea] satisfies [number, string]]),
    ...(onStreet === null ? [] : [[LEVEL.street, onStreet] satisfies [number, string]]),
    ...(inTown === null ? [] : [[LEVEL.town, inTown] satisfies [number, string]]),
  ]
  const plain = bases.flatMap(([level, base]) => [
    ...make(level, base),
    ...(level === LEVEL.area ? make(level, base, street) : []),
    ...towns
      .filter((name) => level !== LEVEL.town || name !== local)
      .flatMap((name) => make(level, base, name)),
  ])
  const [last] = bases.toReversed()
  const [level, base] = last ?? [LEVEL.town, what]
  const directed = direction ? [`${base} (${direction})`] : []
  const numbered = [...directed, base].flatMap((name) =>
    Array.from({ length: LAST_NUMBER - 1 }, (_, n) => `${name} ${n + 2}`),
  )
  const position = `${at.latitude.toFixed(DEGREES_DIGITS)}, ${at.longitude.toFixed(DEGREES_DIGITS)}`
  return unique([
    ...plain,
    ...(plain.length === 0 ? make(LEVEL.town, what) : []),
    ...[...directed, ...numbered].flatMap((name) => make(level, name)),
    ...make(level, `${what} at ${position}`),
  ])
}
