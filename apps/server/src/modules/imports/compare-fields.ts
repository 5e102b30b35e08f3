import { isDeepStrictEqual } from 'node:util'
import type { SpotContent } from '../../db/tables-imports.ts'

/** What becomes of the fields that a source says anew. */
export type Verdict = {
  /** Nobody changed them here: the spot takes what the source says. */
  applies: SpotContent
  /** People changed them, too. */
  conflicts: SpotContent
  /** The spot says what the source says now: what was in conflict is no longer. */
  settled: string[]
}

/** The address that a source does not say is ours: it follows from the position, or people wrote it. */
const OURS_UNLESS_GIVEN: readonly string[] = ['address', 'city', 'state', 'country', 'postal_code']

/** Degrees, less than a centimetre: what a position loses on its way through text. */
const SAME_POSITION = 1e-7

const isPosition = (value: unknown): value is { latitude: number; longitude: number } =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value

/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isPosition(one) && isPosition(other)
    ? Math.abs(one.latitude - other.latitude) < SAME_POSITION &&
      Math.abs(one.longitude - other.longitude) < SAME_POSITION
    : isDeepStrictEqual(one ?? null, other ?? null)

/**
 * Compares what a source gave last, what it says now, and what the spot says. What the source says as before is left alone,
 * whatever people made of it.
 */
export const compareFields = (before: SpotContent, now: SpotContent, here: SpotContent): Verdict => {
  const verdict: Verdict = { applies: {}, conflicts: {}, settled: [] }
  for (const field of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (!(field in now) && OURS_UNLESS_GIVEN.includes(field)) continue
    const says = now[field] ?? null
    if (isSame(before[field], says)) continue
    if (isSame(here[field], says)) verdict.settled.push(field)
    else if (isSame(here[field], before[field])) verdict.applies[field] = says
    else verdict.conflicts[field] = says
  }
  return verdict
}
