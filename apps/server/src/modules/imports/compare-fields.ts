import { isDeepStrictEqual } from 'node:util'
import type { SpotContent } from '../../db/tables-imports.ts'

/** The outcome for each field that a source changed. */
export type Verdict = {
  /** No one changed them here, so the spot takes the source's values. */
  applies: SpotContent
  /** People also changed them. */
  conflicts: SpotContent
  /** The spot already has the source's values, so an earlier conflict is over. */
  settled: string[]
}

/** An address missing from the source is ours: derived from the position, or written by people. */
const OURS_UNLESS_GIVEN: readonly string[] = ['address', 'city', 'state', 'country', 'postal_code']

/** In degrees, less than a centimeter: the precision lost by converting a position to text. */
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
 * Compares a source's last values, its current values, and the spot's values. Values that the source did not change are
 * left alone, whatever people changed.
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
