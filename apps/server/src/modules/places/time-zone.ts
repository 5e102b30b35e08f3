import tzLookup from '@photostructure/tz-lookup'

/** Returns the IANA time zone at a position. At sea, it's a whole-hour zone. */
export function findTimeZone({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return tzLookup(latitude, longitude)
}
