/** What a typed text says as `lat, lng`: a point, numbers out of range, or nothing of the kind. */
export type Typed =
  | { kind: 'point'; latitude: number; longitude: number }
  | { kind: 'out-of-range' }
  | { kind: 'words' }

const PAIR = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/

/** Reads `40.7, -74`. */
export function readCoordinates(text: string): Typed {
  const [, first, second] = PAIR.exec(text) ?? []
  if (first === undefined || second === undefined) return { kind: 'words' }
  const [latitude, longitude] = [Number(first), Number(second)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { kind: 'point', latitude, longitude }
    : { kind: 'out-of-range' }
}
