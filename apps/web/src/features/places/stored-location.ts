import { writeStored, readStored } from '../../lib/storage.ts'

/** This device's position and how it was found; accuracy in meters, timestamp in ms. It never leaves the device. */
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

function isRecord(value: unknown): value is LocationRecord {
  const { lat, lng, accuracy, source, timestamp } = (value ?? {}) as Record<string, unknown>
  const numbers = [lat, lng, accuracy, timestamp]
  return (
    numbers.every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    Math.abs(lat as number) <= 90 &&
    Math.abs(lng as number) <= 180 &&
    SOURCES.includes(source as string)
  )
}

/** Returns the position stored within the last 24 hours, with `cache` as its source; null if there is none. */
export function readCachedRecord(now: number): LocationRecord | null {
  const record = readStored(NAME)
  if (!isRecord(record) || now - record.timestamp >= FRESH_MS || record.timestamp > now) return null
  return { ...record, source: 'cache' }
}

/** Stores a position on this device. */
export function storeRecord(record: LocationRecord): void {
  return writeStored(NAME, record)
}

/** Whether the person refused to share their position. If so, the IP address isn't looked up either. */
export function isRefused(): boolean {
  return readStored(REFUSED) === true
}

/** Stores whether the person refused to share their position. */
export function noteRefusal(refused: boolean): void {
  return writeStored(REFUSED, refused || null)
}
