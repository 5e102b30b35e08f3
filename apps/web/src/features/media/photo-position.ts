import { readTags } from '../../lib/media/photo-tags.ts'

/** A position in degrees. */
export type Position = { latitude: number; longitude: number }

type Gps = { Latitude?: unknown; Longitude?: unknown } | undefined

/** Returns the position in a photo's tags, or null if there is none or if it's the 0, 0 that some cameras write. */
export function parsePosition(gps: Gps): Position | null {
  const latitude = gps?.Latitude
  const longitude = gps?.Longitude
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

/** Returns where a photo was taken, or null if unknown. The position stays on this device and is never uploaded. */
export async function readPosition(file: Blob): Promise<Position | null> {
  return parsePosition(await readTags(file, 'gps'))
}
