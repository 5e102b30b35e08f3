import { getPosition } from 'suncalc'

const RADIANS = Math.PI / 180

/**
 * The point where the sun is in the zenith, in degrees, as a direction in the earth's axes. From it, the sun's
 * elevation at any place is one formula, also in SQL.
 */
export const sunOverhead = (at: Date): { latitude: number; longitude: number } => {
  const { azimuth, altitude } = getPosition(at, 0, 0)
  const flat = Math.cos(altitude * RADIANS)
  const [east, north, up] = [
    flat * Math.sin(azimuth * RADIANS),
    flat * Math.cos(azimuth * RADIANS),
    Math.sin(altitude * RADIANS),
  ]
  return { latitude: Math.asin(north) / RADIANS, longitude: Math.atan2(east, up) / RADIANS }
}
