import type { SpotCard } from '@nollie/contract'
import { CIRCLE_METRES } from '@nollie/contract/audiences/audience-table'
import { LIMITS } from '@nollie/contract/limits'
import { isExact, metresTo, type LocationRecord } from '../places/index.ts'

type Place = { latitude: number; longitude: number } & Partial<Pick<SpotCard, 'precision' | 'is_exact'>>

/** Returns the maximum error (meters) of the position shown to this viewer; null if unknown. */
function getCircleMeters({ precision = 'exact', is_exact = true }: Place): number | null {
  return is_exact ? 0 : CIRCLE_METRES[precision]
}

/** Positions older than this (ms) may be outdated. */
const RECENT_POSITION_MS = 600_000

/** Returns the distance in meters between the device and a spot; null if that's too far to report the spot's status. */
export function nearMetres(record: LocationRecord | null, spot: Place): number | null {
  if (!isExact(record)) return null
  const circle = getCircleMeters(spot)
  if (circle === null) return null
  const metres = metresTo(record, spot)
  const reach = LIMITS.check_metres + Math.min(record.accuracy, LIMITS.check_accuracy_metres)
  if (metres > circle + reach) return null
  // The exact distance is unknown inside the circle.
  return circle > 0 ? LIMITS.check_metres : metres
}

/**
 * Whether the person is at a spot, based on the position this page already has. Always false if they can't see the
 * spot's exact position.
 */
export function isAtSpot(record: LocationRecord | null, spot: Place, now: number): boolean {
  return (
    record !== null &&
    spot.is_exact !== false &&
    !['ip', 'manual'].includes(record.source) &&
    now - record.timestamp < RECENT_POSITION_MS &&
    nearMetres(record, spot) !== null
  )
}
