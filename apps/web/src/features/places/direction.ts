import type { LocationRecord } from './stored-location.ts'

function radians(degrees: number) {
  return (degrees * Math.PI) / 180
}

function toDegrees(angle: number) {
  return ((angle * 180) / Math.PI + 360) % 360
}

/** Returns the direction from a record to a point along the shortest path, in degrees from north. */
export function computeBearing(
  { lat, lng }: Pick<LocationRecord, 'lat' | 'lng'>,
  { latitude, longitude }: { latitude: number; longitude: number },
): number {
  const [from, to, turn] = [radians(lat), radians(latitude), radians(longitude - lng)]
  return toDegrees(
    Math.atan2(
      Math.sin(turn) * Math.cos(to),
      Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn),
    ),
  )
}

const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** Returns the nearest of eight compass points for a direction. */
export function toWind(bearing: number): (typeof WINDS)[number] {
  return WINDS[Math.round(bearing / 45) % 8] ?? 'n'
}
