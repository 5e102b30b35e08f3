import type { SpotCard } from '@nollie/contract'
import { CIRCLE_METRES } from '@nollie/contract/audiences/audience-table'
import { LIMITS } from '@nollie/contract/limits'
import { isExact, metresTo, type LocationRecord } from '../places/index.ts'

type Place = { latitude: number; longitude: number } & Partial<Pick<SpotCard, 'precision' | 'is_exact'>>

/** How far from what this viewer sees the spot may be; null where that says nothing. */
const circleOf = ({ precision = 'exact', is_exact = true }: Place): number | null =>
  is_exact ? 0 : CIRCLE_METRES[precision]

/** A position that is older, in ms, is no longer where the person stands. */
const STANDS_MS = 600_000

/** Metres between a device and a spot, if it is near enough to say what it sees there; else null. */
export const nearMetres = (record: LocationRecord | null, spot: Place): number | null => {
  if (!isExact(record)) return null
  const circle = circleOf(spot)
  if (circle === null) return null
  const metres = metresTo(record, spot)
  const reach = LIMITS.check_metres + Math.min(record.accuracy, LIMITS.check_accuracy_metres)
  if (metres > circle + reach) return null
  // Nobody knows more of who is somewhere in the circle.
  return circle > 0 ? LIMITS.check_metres : metres
}

/** Whether the person stands at a spot, as far as this page knows without asking the device; never of one seen inexactly. */
export const standsAt = (record: LocationRecord | null, spot: Place, now: number): boolean =>
  record !== null &&
  spot.is_exact !== false &&
  !['ip', 'manual'].includes(record.source) &&
  now - record.timestamp < STANDS_MS &&
  nearMetres(record, spot) !== null
