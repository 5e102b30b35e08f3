import tzLookup from '@photostructure/tz-lookup'

/** The IANA time zone of a position; at sea one of whole hours. */
export const zoneAt = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  tzLookup(latitude, longitude)
