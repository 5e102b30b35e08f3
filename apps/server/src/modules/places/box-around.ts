import type { Box } from '@nollie/contract'

/** The box of the whole world. */
export const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 }

/** Length of a degree of latitude in meters. */
export const METRES_PER_DEGREE = 111_195

/** Returns a box that reaches `metres` from a position in all directions. Across the antimeridian, `east` exceeds 180. */
export function toBoxAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  metres: number,
): Box {
  const dy = metres / METRES_PER_DEGREE
  const dx = Math.min(180, dy / Math.max(0.05, Math.cos((latitude * Math.PI) / 180)))
  return {
    west: Math.max(-180, longitude - dx),
    east: Math.min(540, longitude + dx),
    south: Math.max(-90, latitude - dy),
    north: Math.min(90, latitude + dy),
  }
}
