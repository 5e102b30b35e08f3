import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/language.ts'
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
  { lat, lng }: LocationRecord,
  { latitude, longitude }: { latitude: number; longitude: number },
): number => {
  const h =
    Math.sin(radians(latitude - lat) / 2) ** 2 +
    Math.cos(radians(lat)) * Math.cos(radians(latitude)) * Math.sin(radians(longitude - lng) / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** `350 m`, `1.2 km`, `14 km`. */
export const distanceText = (metres: number): string => {
  if (metres < 995) return m.places_metres({ count: Math.max(10, Math.round(metres / 10) * 10) })
  const digits = metres < 10_000 ? 1 : 0
  const km = Number((metres / 1000).toFixed(digits))
  return m.places_kilometres({ count: numberText(km, { minimumFractionDigits: digits }) })
}
