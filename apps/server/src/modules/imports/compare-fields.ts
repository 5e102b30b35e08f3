import { isDeepStrictEqual } from 'node:util'
import type { SpotContent } from '../../db/tables/imports.ts'

/** What to do with each field that a source changed. */
export type Verdict = {
  /** Values that the spot takes from the source, because no one changed them here. */
  applies: SpotContent
  /** Values that conflict, because people changed these fields as well. */
  conflicts: SpotContent
  /** Fields whose earlier conflicts are resolved, because the spot already has the source's value. */
  settled: string[]
}

/** Fields that a source may omit. If it does, our values come from the position or from people. */
const OURS_UNLESS_GIVEN: readonly string[] = ['address', 'city', 'state', 'country', 'postal_code']

/** Tolerance in degrees, less than a centimeter, for precision that is lost when converting positions to text. */
const SAME_POSITION = 1e-7

function isPosition(value: unknown): value is { latitude: number; longitude: number } {
  return typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value
}

/** Whether two field values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return isPosition(one) && isPosition(other)
    ? Math.abs(one.latitude - other.latitude) < SAME_POSITION &&
        Math.abs(one.longitude - other.longitude) < SAME_POSITION
    : isDeepStrictEqual(one ?? null, other ?? null)
}

/**
 * Compares a source's previous values, its current values, and the spot's values. Ignores values that the source didn't
 * change, even if people changed them.
 */
export function compareFields(before: SpotContent, now: SpotContent, here: SpotContent): Verdict {
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
