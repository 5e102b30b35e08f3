import { LIMITS } from '../limits.ts'

/** A corner of an area. */
export type Corner = { latitude: number; longitude: number }

/** Why corners don't form a valid area. */
export type ShapeError = 'too_few' | 'too_many' | 'crossing' | 'too_large'

const MIN_CORNERS = 3

/**
 * Unwraps longitudes so that they don't jump at the date line: each is within 180 degrees of the previous one, and the
 * westernmost is between -180 and 180.
 */
export function unwrapped(corners: readonly Corner[]): Corner[] {
  let before = corners[0]?.longitude ?? 0
  const connected = corners.map(({ latitude, longitude }) => {
    before = longitude + 360 * Math.round((before - longitude) / 360)
    return { latitude, longitude: before }
  })
  const west = Math.min(...connected.map(({ longitude }) => longitude))
  const turns = 360 * Math.floor((west + 180) / 360)
  return connected.map(({ latitude, longitude }) => ({ latitude, longitude: longitude - turns }))
}

/** Normalizes a longitude to -180 to 180. */
export function wrapped(longitude: number): number {
  return longitude - 360 * Math.floor((longitude + 180) / 360)
}

// Returns which side of the line from a to b the point c is on: positive, negative, or 0 if it's on the line.
function side(a: Corner, b: Corner, c: Corner): number {
  return (
    (b.longitude - a.longitude) * (c.latitude - a.latitude) -
    (b.latitude - a.latitude) * (c.longitude - a.longitude)
  )
}

function isBetween(a: Corner, b: Corner, c: Corner): boolean {
  return (
    Math.min(a.longitude, b.longitude) <= c.longitude &&
    c.longitude <= Math.max(a.longitude, b.longitude) &&
    Math.min(a.latitude, b.latitude) <= c.latitude &&
    c.latitude <= Math.max(a.latitude, b.latitude)
  )
}

function touch(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [ofC, ofD, ofA, ofB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (Math.sign(ofC) * Math.sign(ofD) < 0 && Math.sign(ofA) * Math.sign(ofB) < 0) return true
  return (
    (ofC === 0 && isBetween(a, b, c)) ||
    (ofD === 0 && isBetween(a, b, d)) ||
    (ofA === 0 && isBetween(c, d, a)) ||
    (ofB === 0 && isBetween(c, d, b))
  )
}

function isCrossing(corners: readonly Corner[]): boolean {
  const n = corners.length
  const at = (index: number): Corner => corners[index % n] as Corner
  for (let i = 0; i < n; i++) {
    // Adjacent sides share a corner but must not overlap.
    if (side(at(i), at(i + 1), at(i + 2)) === 0 && !isBetween(at(i), at(i + 2), at(i + 1))) return true
    for (let j = i + 2; j < n; j++) {
      if ((j + 1) % n === i) continue
      if (touch(at(i), at(i + 1), at(j), at(j + 1))) return true
    }
  }
  return false
}

/** Returns why the corners don't form a valid area; null if they do. Used by the server and the client. */
export function shapeError(corners: readonly Corner[]): ShapeError | null {
  if (corners.length < MIN_CORNERS) return 'too_few'
  if (corners.length > LIMITS.area_corners_max) return 'too_many'
  const shape = unwrapped(corners)
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
  const [wide, high] = [
    extent(shape.map(({ longitude }) => longitude)),
    extent(shape.map(({ latitude }) => latitude)),
  ]
  if (wide > LIMITS.area_degrees || high > LIMITS.area_degrees) return 'too_large'
  if (wide === 0 || high === 0 || isCrossing(shape)) return 'crossing'
  return null
}
