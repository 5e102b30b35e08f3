import { writeStored, readStored } from '../../lib/storage.ts'

/** Where this device was found, and how. Accuracy in metres, timestamp in ms. It never leaves the device. */
export type LocationRecord = {
  lat: number
  lng: number
  accuracy: number
  source: 'gps' | 'network' | 'ip' | 'cache' | 'manual'
  timestamp: number
}

const NAME = 'nollie.location'
const REFUSED = 'nollie.location.refused'
const FRESH_MS = 24 * 3_600_000
const SOURCES = ['gps', 'network', 'ip', 'cache', 'manual']

const isRecord = (value: unknown): value is LocationRecord => {
  const { lat, lng, accuracy, source, timestamp } = (value ?? {}) as Record<string, unknown>
  const numbers = [lat, lng, accuracy, timestamp]
  return (
    numbers.every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    Math.abs(lat as number) <= 90 &&
    Math.abs(lng as number) <= 180 &&
    SOURCES.includes(source as string)
  )
}

/** What was found less than a day ago, as `cache`; null where there is nothing so fresh. */
export const cachedRecord = (now: number): LocationRecord | null => {
  const record = readStored(NAME)
  if (!isRecord(record) || now - record.timestamp >= FRESH_MS || record.timestamp > now) return null
  return { ...record, source: 'cache' }
}

/** Stores a position on this device. */
export const storeRecord = (record: LocationRecord): void => writeStored(NAME, record)

/** Whether the person refused to say where they are: then nobody looks it up by their address either. */
export const isRefused = (): boolean => readStored(REFUSED) === true

/** Notes that they refused, or no longer do. */
export const noteRefusal = (refused: boolean): void => writeStored(REFUSED, refused || null)
