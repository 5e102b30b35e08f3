import { LIMITS, type SpotType } from '@nollie/contract'

/** The values used to compare two spots. */
export type Comparable = {
  name: string
  /** Whether an import made up the name, so that it says nothing about the spot. */
  name_is_guess?: boolean
  spot_types: readonly string[] | null
}
/** Facts about a pair of spots. `metres` is the distance between them. */
export type Between = { metres: number; same_picture?: boolean }

/**
 * Maximum distance in meters at which spots are compared. A greater distance can't be explained by inaccurate positions or
 * large parks.
 */
export const TWIN_METRES = LIMITS.twin_metres

/** Common words in names. They don't make two names similar. */
const COMMON = new Set(
  [
    'skate skatepark park parc parque plaza place platz spot skatespot skateplatz skateanlage diy street the el la le les los las de del',
    'der die das du des pista patinaje pistes skateboard skating rampa ramp rampe bowl ledge ledges rail rails stairs treppe gap bank',
    'banks curb mini halfpipe halle indoor',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the distinctive part of a name. Empty if it has none, like "Skatepark". */
function ownPart(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !COMMON.has(part))
    .join(' ')
}

function trigrams(text: string): Set<string> {
  const found = new Set<string>()
  for (const part of text.split(' ').filter(Boolean)) {
    const padded = `  ${part} `
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  }
  return found
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const part of a) if (b.has(part)) both++
  return both
}

/**
 * Returns the similarity of two names, from 0 to 1: their shared trigrams, as in PostgreSQL's pg_trgm, relative to the
 * shorter name, so that "MACBA" and "MACBA ledges Barcelona" are similar. Null if either has no distinctive part.
 */
export function nameLikeness(one: string, other: string): number | null {
  const [a, b] = [trigrams(ownPart(one)), trigrams(ownPart(other))]
  if (a.size === 0 || b.size === 0) return null
  return shared(a, b) / Math.min(a.size, b.size)
}

const OTHER: SpotType = 'other'

function kindsAgree(a: Comparable['spot_types'], b: Comparable['spot_types']): boolean | null {
  const known = (types: Comparable['spot_types']) => (types ?? []).filter((type) => type !== OTHER)
  const [one, other] = [known(a), known(b)]
  if (one.length === 0 || other.length === 0) return null
  return one.some((type) => other.includes(type))
}

/**
 * Returns the log-odds that two spots are the same place. Above 0, it's more likely than not. Sharing, imports, and the
 * nightly job all use this measure with the limit 0 (docs/decisions/0107-twins.md has its accuracy). Distance starts at
 * 3 and subtracts one per ten meters. Names add -2 to 4. Matching types add a half; different ones subtract one. A
 * similar photo outweighs everything else.
 */
export function measureLikeness(
  one: Comparable,
  other: Comparable,
  { metres, same_picture }: Between,
): number {
  if (metres > TWIN_METRES) return Number.NEGATIVE_INFINITY
  const names = one.name_is_guess || other.name_is_guess ? null : nameLikeness(one.name, other.name)
  const kinds = kindsAgree(one.spot_types, other.spot_types)
  return (
    3 -
    metres / 10 +
    (names === null ? 0 : 6 * names - 2) +
    (kinds === null ? 0 : kinds ? 0.5 : -1) +
    (same_picture ? 10 : 0)
  )
}

/** Whether two spots are probably the same place. */
export function isProbablyTwin(one: Comparable, other: Comparable, between: Between): boolean {
  return measureLikeness(one, other, between) > 0
}
