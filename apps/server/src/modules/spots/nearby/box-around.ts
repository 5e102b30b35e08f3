import { EARTH_METRES, type Point, radians } from '@nollie/contract/places/metres-between'

const METRES_PER_DEGREE = (Math.PI * EARTH_METRES) / 180
const WORLD_METRES = 360 * METRES_PER_DEGREE
/** The latitude at which Web Mercator ends. */
const END = 85.05112877980659

function wrapped(longitude: number) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

/**
 * Returns the corners of a box that contains every position within `metres`, and a Morton code level whose squares are
 * at least as wide as the box. The box then touches at most four squares, and each contains a corner.
 */
export function boxAround(
  { latitude, longitude }: Point,
  metres: number,
): { corners: Point[]; level: number } {
  const dLat = metres / METRES_PER_DEGREE
  const nearPole = Math.min(END, Math.abs(latitude) + dLat)
  const shrink = Math.cos(radians(nearPole))
  const dLng = dLat / shrink
  const level = Math.max(0, Math.min(26, Math.floor(Math.log2((WORLD_METRES * shrink) / (2.02 * metres)))))
  const corners = [-1, 1].flatMap((south) =>
    [-1, 1].map((west) => ({
      latitude: Math.max(-90, Math.min(90, latitude + south * dLat)),
      longitude: wrapped(longitude + west * dLng),
    })),
  )
  return { corners, level }
}
