import { readFile } from 'node:fs/promises'
import { type CityResponse, Reader } from 'mmdb-lib'
import { StartRefused } from '../../platform/start-refused.ts'

/** What a database knows about an address; `radius` in metres, with a position only. */
export type AddressPlace = {
  country: string | null
  point: { latitude: number; longitude: number; radius: number } | null
}

/** Finds the position of a network address. */
export type Geoip = { find: (ip: string) => AddressPlace | null }

/** The radius where a database gives a position without one. */
const RADIUS_METRES = 50_000

const toAddressPlace = (record: Partial<CityResponse>): AddressPlace => {
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
 * Opens a MaxMind database of countries or cities (MMDB); null without a path.
 * @throws StartRefused when the file is not one
 */
export const openGeoip = async (path: string | null): Promise<Geoip | null> => {
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
    throw new StartRefused(`GEOIP_DB cannot be read: ${(error as Error).message}`)
  }
}
