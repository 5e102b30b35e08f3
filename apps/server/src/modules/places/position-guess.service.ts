import type { Here } from '@nollie/contract'
import { METRES_PER_DEGREE, toBoxAround } from './box-around.ts'
import { findLanguageCountry, findZoneCountry } from './country-of-browser.ts'
import { loadGazetteer } from './gazetteer.ts'
import type { Geoip } from './geoip.ts'

const NOTHING: Here = {
  latitude: null,
  longitude: null,
  accuracy: null,
  country: null,
  bounds: null,
  by: null,
}

/** The request data used to guess a position. */
export type Asker = { ip: string; timeZone: string | null; languages: string }

async function ofCountry(country: string, by: Here['by']): Promise<Here> {
  const bounds = (await loadGazetteer()).findBox(country)
  if (!bounds) return NOTHING
  const { west, south, east, north } = bounds
  const [latitude, longitude] = [(south + north) / 2, (west + east) / 2]
  const width = (east - west) * Math.cos((latitude * Math.PI) / 180)
  const accuracy = Math.round((Math.hypot(width, north - south) / 2) * METRES_PER_DEGREE)
  return { latitude, longitude, accuracy, country, bounds, by }
}

/**
 * Guesses an approximate position: from the IP address if the operator has a database for it, or else the country of
 * the browser's time zone or language. Stores and logs nothing, and calls no other service.
 */
export async function guessHere(geoip: Geoip | null, { ip, timeZone, languages }: Asker): Promise<Here> {
  const known = geoip?.find(ip) ?? null
  if (known?.point) {
    const { latitude, longitude, radius } = known.point
    const bounds = toBoxAround({ latitude, longitude }, Math.max(radius, 10_000))
    return { latitude, longitude, accuracy: radius, country: known.country, bounds, by: 'address' }
  }
  if (known?.country) return ofCountry(known.country, 'address')
  const zone = timeZone && findZoneCountry(timeZone)
  if (zone) return ofCountry(zone, 'time_zone')
  const spoken = findLanguageCountry(languages)
  return spoken ? ofCountry(spoken, 'language') : NOTHING
}
