import { getPosition } from 'suncalc'

const RADIANS = Math.PI / 180

/**
 * Returns the latitude and longitude, in degrees, where the sun is directly overhead. From them, a single formula gives
 * the sun's elevation anywhere, even in SQL.
 */
export function locateSun(at: Date): { latitude: number; longitude: number } {
  const { azimuth, altitude } = getPosition(at, 0, 0)
  const flat = Math.cos(altitude * RADIANS)
  const [east, north, up] = [
    flat * Math.sin(azimuth * RADIANS),
    flat * Math.cos(azimuth * RADIANS),
    Math.sin(altitude * RADIANS),
  ]
  return { latitude: Math.asin(north) / RADIANS, longitude: Math.atan2(east, up) / RADIANS }
}
