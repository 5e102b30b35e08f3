import { devicePosition, homeTown, isExact } from '../places/index.ts'

/**
 * The position around which spots count as near: the home town, else the device's position; null if both are unknown.
 */
export function knownPosition(): { name: string | null; latitude: number; longitude: number } | null {
  const home = homeTown()
  if (home) return home
  const { record } = devicePosition()
  return isExact(record) ? { name: null, latitude: record.lat, longitude: record.lng } : null
}
