import { LIMITS } from '@nollie/contract/limits'
import { isExact, metresTo, type LocationRecord } from '../places/index.ts'

type Place = { latitude: number; longitude: number }

/** A position that is older, in ms, is no longer where the person stands. */
const STANDS_MS = 600_000

/** Metres between a device and a spot, if it is near enough to say what it sees there; else null. */
export const nearMetres = (record: LocationRecord | null, spot: Place): number | null => {
  if (!isExact(record)) return null
  const metres = metresTo(record, spot)
  return metres <= LIMITS.check_metres + Math.min(record.accuracy, LIMITS.check_accuracy_metres)
    ? metres
    : null
}

/** Whether the person stands at a spot, as far as this page knows without asking the device. */
export const standsAt = (record: LocationRecord | null, spot: Place, now: number): boolean =>
  record !== null &&
  !['ip', 'manual'].includes(record.source) &&
  now - record.timestamp < STANDS_MS &&
  nearMetres(record, spot) !== null
