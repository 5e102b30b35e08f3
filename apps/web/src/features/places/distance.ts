import { type LocationRecord } from './location-record.ts'

const EARTH_METRES = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A less precise position, of a town or country, gives no distances. */
const ROUGH_METRES = 5_000

/** Whether a record is precise enough to measure from. */
export const isExact = (record: LocationRecord | null): record is LocationRecord =>
  record !== null && record.accuracy <= ROUGH_METRES

/** Metres from a record to a point (haversine). */
export const metresTo = (
  { lat, lng }: Pick<LocationRecord, 'lat' | 'lng'>,
  { latitude, longitude }: { latitude: number; longitude: number },
): number => {
  const h =
    Math.sin(radians(latitude - lat) / 2) ** 2 +
    Math.cos(radians(lat)) * Math.cos(radians(latitude)) * Math.sin(radians(longitude - lng) / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}
