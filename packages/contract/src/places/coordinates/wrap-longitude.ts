import type { Point } from '../metres-between.ts'

/**
 * The largest longitude that is wrapped: enough for maps that were dragged around the world, and for data that counts
 * from 0 to 360.
 */
const FARTHEST = 540

/** Wraps a longitude of up to one and a half turns to -180 to 180; returns others unchanged. */
export function wrapLongitude(longitude: number): number {
  if (Math.abs(longitude) <= 180 || Math.abs(longitude) > FARTHEST) return longitude
  const folded = longitude - 360 * Math.round(longitude / 360)
  // Subtracting 360 leaves rounding errors in the last digits.
  return Number(folded.toFixed(10))
}

/** Whether a position has finite, valid degrees. */
export function isOnGlobe({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
