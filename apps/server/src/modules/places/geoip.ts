import { readFile } from 'node:fs/promises'
import { type CityResponse, Reader } from 'mmdb-lib'
import { StartRefused } from '../../platform/start-refused.ts'

/** A database's data about an IP address; `radius` in meters, only with a position. */
export type AddressPlace = {
  country: string | null
  point: { latitude: number; longitude: number; radius: number } | null
}

/** Finds the position of an IP address. */
export type Geoip = { find: (ip: string) => AddressPlace | null }

/** The radius if a database has none for a position. */
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
 * @throws StartRefused for another kind of file
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
