import { metresBetween } from '../../lib/places/metres-between.ts'
import { type LocationRecord } from './stored-location.ts'

/** No distances are shown from positions less precise than this (meters), such as a town or country. */
const ROUGH_METRES = 5_000

/** Whether a record is precise enough to measure distances from. */
export function isExact(record: LocationRecord | null): record is LocationRecord {
  return record !== null && record.accuracy <= ROUGH_METRES
}

/** Returns the distance in meters from a record to a point (haversine). */
export function metresTo(
  { lat, lng }: Pick<LocationRecord, 'lat' | 'lng'>,
  { latitude, longitude }: { latitude: number; longitude: number },
): number {
  return metresBetween({ latitude: lat, longitude: lng }, { latitude, longitude })
}
