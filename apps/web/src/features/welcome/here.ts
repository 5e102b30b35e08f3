import { hereNow, homeTown, isExact } from '../location/index.ts'

/** Where near is for this person: their home town, else where the device is, if it knows. */
export function nearWhat(): { name: string | null; latitude: number; longitude: number } | null {
  const home = homeTown()
  if (home) return home
  const { record } = hereNow()
  return isExact(record) ? { name: null, latitude: record.lat, longitude: record.lng } : null
}
