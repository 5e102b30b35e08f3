/** Seconds that a tile usually takes, including the pause after it, to estimate how long an import takes. */
export const SECONDS_PER_TILE = 6

const DEGREES = '-?\\d{1,3}(?:\\.\\d{1,20})?'

/** The form of an area's text; {@link parseImportArea} also checks its values. */
export const AREA_PATTERN: RegExp = new RegExp(
  `^(?:country:[A-Z]{2}|town:${DEGREES},${DEGREES}|box:${DEGREES},${DEGREES},${DEGREES},${DEGREES})$`,
)

/** An area to import. A box across the antimeridian has an `east` above 180. */
export type ImportPlace =
  | { kind: 'country'; code: string }
  | { kind: 'town'; latitude: number; longitude: number }
  | { kind: 'box'; box: { west: number; south: number; east: number; north: number } }

/** Parses an area's text; null if it isn't an area. */
export function parseImportArea(text: string): ImportPlace | null {
  if (!AREA_PATTERN.test(text)) return null
  const [kind = '', rest = ''] = text.split(':')
  if (kind === 'country') return { kind, code: rest }
  const [a = 0, b = 0, c = 0, d = 0] = rest.split(',').map(Number)
  if (kind === 'town')
    return Math.abs(a) <= 90 && Math.abs(b) <= 180 ? { kind, latitude: a, longitude: b } : null
  const isBox = Math.abs(a) <= 180 && c > a && c <= 540 && b >= -90 && d > b && d <= 90
  return isBox ? { kind: 'box', box: { west: a, south: b, east: c, north: d } } : null
}

/** Writes a box as an area's text. Positions are rounded to about 100 m, so that the same view gives the same text. */
export function writeBoxArea({
  west,
  south,
  east,
  north,
}: {
  west: number
  south: number
  east: number
  north: number
}): string {
  return `box:${[west, south, east, north].map((degrees) => Number(degrees.toFixed(3))).join(',')}`
}
