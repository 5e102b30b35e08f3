import { readFile } from 'node:fs/promises'
import { type CityResponse, Reader } from 'mmdb-lib'
import { StartRefused } from '../../platform/start-refused.ts'

/** The database's data about an IP address. `radius` is in meters and set only with a position. */
export type AddressPlace = {
  country: string | null
  point: { latitude: number; longitude: number; radius: number } | null
}

/** Looks up an IP address's approximate position. */
export type Geoip = { find: (ip: string) => AddressPlace | null }

/** The radius to use if the database has none for a position. */
const RADIUS_METRES = 50_000

function toAddressPlace(record: Partial<CityResponse>): AddressPlace {
  const { latitude, longitude, accuracy_radius } = record.location ?? {}
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    country: record.country?.iso_code ?? record.registered_country?.iso_code ?? null,
    point: isPoint
      ? { latitude, longitude, radius: accuracy_radius ? accuracy_radius * 1000 : RADIUS_METRES }
      : null,
  }
}

/**
 * Opens a MaxMind database with countries or cities (MMDB). Returns null if there is no path.
 * @throws StartRefused for any other kind of file
 */
export async function openGeoip(path: string | null): Promise<Geoip | null> {
  if (path === null) return null
  try {
    const reader = new Reader<CityResponse>(await readFile(path))
    return {
      find: (ip) => {
        const record = reader.get(ip.replace(/^::ffff:(?=\d+\.)/i, ''))
        return record && toAddressPlace(record)
      },
    }
  } catch (error) {
    throw new StartRefused(`GEOIP_DB can't be read: ${(error as Error).message}`)
  }
}
