import { metresBetween } from '@nollie/contract/places/metres-between'
import { readRecords } from '../../../src/import/read-records.ts'
import { validateRecord } from '../../../src/import/validate-record.ts'
import { StartRefused } from '../../../src/platform/start-refused.ts'

type Point = { latitude: number; longitude: number }
/** Where a spot may be: at a point, or anywhere in a shape. */
type Box = { south: number; north: number; west: number; east: number }
/** Returns an integer from 0 up to, but not including, a limit. */
type Random = (limit: number) => number

/** A file with one record, and a strict reader that accepts only the format as specified. */
type Original = {
  ending: string
  text: string
  /** Reads the text; null if it doesn't follow the format exactly. */
  readStrictly: (text: string) => Box | null
}

/** A file with one changed character, and where its record may be. */
export type Mutation = { ending: string; text: string; strict: Box | null; original: Point }

/** A decimal number as in XML Schema, but whitespace may follow its sign. */
const NUMBER = String.raw`[+-]?\s*(?:\d+(?:\.\d*)?|\.\d+)`
/** Converts coordinates to a point. Longitudes beyond 180 degrees are normalized by full turns. */
function toPoint(latitude: unknown, longitude: unknown): Point | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540
  return isPosition ? { latitude, longitude: longitude - 360 * Math.round(longitude / 360) } : null
}

/** Returns the bounding box of the valid corners and ignores the others. It may cross the antimeridian. */
function findBox(corners: readonly (readonly unknown[])[]): Box | null {
  const points = corners.flatMap(([x, y]) => toPoint(y, x) ?? [])
  const [first] = points
  if (!first) return null
  const ys = points.map(({ latitude }) => latitude)
  const xs = points.map(({ longitude }) => longitude - 360 * Math.round((longitude - first.longitude) / 360))
  return { south: Math.min(...ys), north: Math.max(...ys), west: Math.min(...xs), east: Math.max(...xs) }
}

function toBox(point: Point | null): Box | null {
  return (
    point && { south: point.latitude, north: point.latitude, west: point.longitude, east: point.longitude }
  )
}

function readNumber(text = ''): number {
  return Number(text.replaceAll(/\s+/g, ''))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readGeoJson(text: string): Box | null {
  type Shape = { type?: string; coordinates?: unknown }
  const whole = parse(text) as { features?: { geometry?: Shape }[] } | null
  const { type, coordinates } = whole?.features?.[0]?.geometry ?? {}
  if (type === 'Point')
    return Array.isArray(coordinates) ? toBox(toPoint(coordinates[1], coordinates[0])) : null
  const ring: unknown = type === 'Polygon' && Array.isArray(coordinates) ? coordinates[0] : null
  return Array.isArray(ring) ? findBox(ring.filter(Array.isArray) as unknown[][]) : null
}

function readKml(text: string): Box | null {
  const [, written = ''] = /<coordinates>([^<]*)<\/coordinates>/.exec(text) ?? []
  // Some programs write a stray comma before the first number.
  const coordinates = written
    .trim()
    .replace(/^,/, '')
    .replaceAll(/\s*,\s*/g, ',')
  const corners = coordinates.split(/\s+/)
  const isCorner = (corner: string) => new RegExp(`^${NUMBER},${NUMBER}(?:,(?:${NUMBER})?)?$`).test(corner)
  return findBox(corners.filter(isCorner).map((corner) => corner.split(',').map(readNumber)))
}

function readGpx(text: string): Box | null {
  const [, lat, lon] =
    new RegExp(String.raw`<wpt\s+lat="\s*(${NUMBER})\s*"\s+lon="\s*(${NUMBER})\s*"\s*>`).exec(text) ?? []
  return lat && lon ? toBox(toPoint(readNumber(lat), readNumber(lon))) : null
}

function readColumns(text: string): Box | null {
  const [head = '', row = ''] = text.split('\n')
  const [names, values] = [head.split(';'), row.split(';')]
  const read = (name: string) => {
    const value = (values[names.indexOf(name)] ?? '').trim()
    return new RegExp(`^${NUMBER}$`).test(value) ? readNumber(value) : null
  }
  return toBox(toPoint(read('lat'), read('lon')))
}

function readCell(pattern: RegExp, [latitude, longitude]: readonly [number, number]) {
  return (text: string): Box | null => {
    const found = pattern.exec(text.split('\n')[1] ?? '')
    return found ? toBox(toPoint(readNumber(found[latitude]), readNumber(found[longitude]))) : null
  }
}

function geoJson(geometry: object) {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name: 'Mutated park' }, geometry }],
  })
}

function kml(shape: string) {
  return `<kml><Document><Placemark><name>Mutated park</name>${shape}</Placemark></Document></kml>`
}

/** Returns the files to mutate, all for the same place. */
function listOriginals({ latitude: y, longitude: x }: Point): Original[] {
  const at = (value: number) => value.toFixed(4)
  const [y1, x1] = [y - 0.0005, x - 0.0005]
  const [y2, x2] = [y + 0.0005, x + 0.0005]
  const ring = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
    [x1, y1],
  ].map((pair) => pair.map((value) => Number(at(value))))
  const corners = ring.map((pair) => `${pair.join(',')},0`).join(' ')
  return [
    { ending: '.geojson', text: geoJson({ type: 'Point', coordinates: [x, y] }), readStrictly: readGeoJson },
    {
      ending: '.geojson',
      text: geoJson({ type: 'Polygon', coordinates: [ring] }),
      readStrictly: readGeoJson,
    },
    {
      ending: '.kml',
      text: kml(`<Point><coordinates>${at(x)},${at(y)},0</coordinates></Point>`),
      readStrictly: readKml,
    },
    {
      ending: '.kml',
      text: kml(
        `<Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
      ),
      readStrictly: readKml,
    },
    {
      ending: '.gpx',
      text: `<gpx><wpt lat="${at(y)}" lon="${at(x)}"><name>Mutated park</name></wpt></gpx>`,
      readStrictly: readGpx,
    },
    { ending: '.csv', text: `name;lat;lon\nMutated park;${at(y)};${at(x)}\n`, readStrictly: readColumns },
    {
      ending: '.csv',
      text: `name;coordinates\nMutated park;${at(y)}, ${at(x)}\n`,
      readStrictly: readCell(new RegExp(String.raw`^[^;]*;\s*(${NUMBER})\s*,\s*(${NUMBER})\s*$`), [1, 2]),
    },
    {
      ending: '.csv',
      text: `name;wkt\nMutated park;POINT (${at(x)} ${at(y)})\n`,
      readStrictly: readCell(
        new RegExp(
          String.raw`^[^;]*;\s*POINT\s*\(\s*(${NUMBER})\s+(${NUMBER})(?:\s+${NUMBER}){0,2}\s*\)\s*$`,
        ),
        [2, 1],
      ),
    },
  ]
}

/** Characters that damage numbers. Excludes hemisphere letters and brackets, because those are valid there. */
const MARKS = [' ', ',', '.', ';', '-', '+', '"', '\n', '\t', '0', '9', '\u00A0']

function mutateOnce(text: string, from: number, length: number, random: Random): string {
  const at = from + random(length)
  const mark = MARKS[random(MARKS.length)] ?? ' '
  const [before, one, behind] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
  const ways = [
    before + behind,
    before + one + one + behind,
    before + mark + one + behind,
    before + mark + behind,
    before + behind.slice(0, 1) + one + behind.slice(1),
  ]
  return ways[random(ways.length)] ?? text
}

/** Makes a file of a random format and place with one changed character, usually in its coordinates. */
export function makeMutation(random: Random): Mutation {
  const original = {
    latitude: (random(2) ? 1 : -1) * (5 + random(700_000) / 10_000),
    longitude: (random(2) ? 1 : -1) * (5 + random(1_600_000) / 10_000),
  }
  const originals = listOriginals(original)
  const { ending, text, readStrictly } = originals[random(originals.length)] as Original
  const begin = /coordinates|lat=|\n/.exec(text)?.index ?? 0
  const from = random(5) === 0 ? 0 : begin
  const mutated = mutateOnce(text, from, text.length - from, random)
  return { ending, text: mutated, strict: readStrictly(mutated), original }
}

/** How the import reads the record in a file. */
export type Reading = { spots: Point[]; isWarned: boolean }

/** Reads a file the way the import does, but without storing its spots. */
export async function readAsImport(path: string): Promise<Reading> {
  const reading: Reading = { spots: [], isWarned: false }
  try {
    for await (const record of readRecords(path)) {
      const read = validateRecord(record, { source: 'Mutations', licence: 'CC0' })
      if ('refused' in read || read.doubt) reading.isWarned = true
      else reading.spots.push(read.spot)
    }
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    reading.isWarned = true
  }
  return reading
}

/** A spot that is farther than this (in meters) from where a strict reader puts it counts as misplaced. */
const MAX_METRES = 100

/** Returns a box's point nearest to a position, whose longitude may be off by full turns. */
function findNearest({ south, north, west, east }: Box, { latitude, longitude }: Point): Point {
  const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)
  const turned = [-360, 0, 360].map((turn) => longitude + turn)
  const x = turned.find((one) => one >= west && one <= east) ?? longitude
  return { latitude: clamp(latitude, south, north), longitude: clamp(x, west, east) }
}

/**
 * Finds the spots that a mutation moves to a wrong place without a warning. The strict reader's place and the
 * original's both count as right, because a changed character may be ignored.
 */
export function findMisplaced({ strict, original }: Mutation, { spots }: Reading): Point[] {
  return spots.filter(
    (spot) =>
      metresBetween(spot, original) > MAX_METRES &&
      (!strict || metresBetween(spot, findNearest(strict, spot)) > MAX_METRES),
  )
}
