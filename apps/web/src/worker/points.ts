import type { Box } from '@nollie/contract'
import type { Point } from '../lib/places/metres-between.ts'

export { metresBetween, type Point } from '../lib/places/metres-between.ts'

// Skips empty parts, because `Number('')` is 0.
function readNumbers(text: string): number[] {
  return text.split(',').map((part) => (part.trim() ? Number(part) : Number.NaN))
}

/** Parses a request's `latitude,longitude`; null if it's invalid. */
export function parsePoint(text: string | null): Point | null {
  if (!text) return null
  const [latitude = Number.NaN, longitude = Number.NaN] = readNumbers(text)
  return Number.isFinite(latitude + longitude) ? { latitude, longitude } : null
}

/** Parses a request's `west,south,east,north`; null if it's invalid. */
export function parseBox(text: string | null): Box | null {
  if (!text) return null
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = readNumbers(text)
  return Number.isFinite(west + south + east + north) ? { west, south, east, north } : null
}

/** Whether a point is inside a box, which may cross the antimeridian. */
export function isIn({ west, south, east, north }: Box, { latitude, longitude }: Point): boolean {
  return (
    latitude >= south &&
    latitude <= north &&
    [longitude, longitude + 360].some((degrees) => degrees >= west && degrees <= east)
  )
}

/** Returns the bounding box of points; null if there are none. Stored areas are small and never span half the world. */
export function toBoundingBox(points: readonly Point[]): Box | null {
  if (points.length === 0) return null
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  const crosses = Math.max(...longitudes) - Math.min(...longitudes) > 180
  const columns = crosses ? longitudes.map((degrees) => (degrees < 0 ? degrees + 360 : degrees)) : longitudes
  return {
    west: Math.min(...columns),
    south: Math.min(...latitudes),
    east: Math.max(...columns),
    north: Math.max(...latitudes),
  }
}
