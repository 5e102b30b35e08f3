import { devicePosition, readHomeTown, isExact } from '../places/index.ts'

/** Returns the position for finding nearby spots: the hometown's, or else the device's; null if both are unknown. */
export function readKnownPosition(): { name: string | null; latitude: number; longitude: number } | null {
  const home = readHomeTown()
  if (home) return home
  const { record } = devicePosition()
  return isExact(record) ? { name: null, latitude: record.lat, longitude: record.lng } : null
}
