import { LIMITS, type SpotType } from '@nollie/contract'

/** The values that two spots are compared by. */
export type Comparable = { name: string; spot_types: readonly string[] | null }
/** Facts about a pair of spots. */
export type Between = { metres: number; same_picture?: boolean }

/** Spots farther apart are never compared: neither phone inaccuracy nor a park's size explains more. */
export const TWIN_METRES = LIMITS.twin_metres

/** Common parts of names, which don't make two names similar. */
const COMMON = new Set(
  [
    'skate skatepark park parc parque plaza place platz spot skatespot skateplatz skateanlage diy street the el la le les los las de del',
    'der die das du des pista patinaje pistes skateboard skating rampa ramp rampe bowl ledge ledges rail rails stairs treppe gap bank',
    'banks curb mini halfpipe halle indoor',
  ].flatMap((line) => line.split(' ')),
)

/** The distinctive part of a name; empty if it has none, as in "Skatepark". */
const ownPart = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !COMMON.has(part))
    .join(' ')

const trigrams = (text: string): Set<string> => {
  const found = new Set<string>()
  for (const part of text.split(' ').filter(Boolean)) {
    const padded = `  ${part} `
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  }
  return found
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let both = 0
  for (const part of a) if (b.has(part)) both++
  return both
}

/**
 * The similarity of two names, from 0 to 1: the shared trigrams, as in PostgreSQL's pg_trgm, relative to the smaller
 * name, so that "MACBA" and "MACBA ledges Barcelona" are similar. Null if one of them has no distinctive part.
 */
export const nameLikeness = (one: string, other: string): number | null => {
  const [a, b] = [trigrams(ownPart(one)), trigrams(ownPart(other))]
  if (a.size === 0 || b.size === 0) return null
  return shared(a, b) / Math.min(a.size, b.size)
}

const OTHER: SpotType = 'other'

const kindsAgree = (a: Comparable['spot_types'], b: Comparable['spot_types']): boolean | null => {
  const known = (types: Comparable['spot_types']) => (types ?? []).filter((type) => type !== OTHER)
  const [one, other] = [known(a), known(b)]
  if (one.length === 0 || other.length === 0) return null
  return one.some((type) => other.includes(type))
}

/**
 * The log-odds that two spots are the same place: above 0 it is more likely than not. The only measure, used by
 * sharing, imports, and the nightly job, each with the limit 0 (docs/decisions/0107-twins.md has its accuracy).
 * Distance starts at 3 and loses one per ten meters; names weigh from -2 to 4; matching types add a half, others cost
 * one; a similar photo outweighs everything else.
 */
export const likeness = (one: Comparable, other: Comparable, { metres, same_picture }: Between): number => {
  if (metres > TWIN_METRES) return Number.NEGATIVE_INFINITY
  const names = nameLikeness(one.name, other.name)
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
export const isProbablyTwin = (one: Comparable, other: Comparable, between: Between): boolean =>
  likeness(one, other, between) > 0
