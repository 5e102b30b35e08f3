import { wrapLongitude } from '@nollie/contract/places/coordinates/wrap-longitude'
import { readAngle } from '@nollie/contract/places/coordinates/read-coordinates'
import { MAX_ROW } from './row-limit.ts'
import { readText } from './chunks.ts'
import { countNoun, type RawRecord, type SayNothing, unreadable } from './raw-record.ts'
import { UNREADABLE } from './shape.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

type Waypoint = { properties: Record<string, string>; at: RawRecord['at']; length: number }

/** Characters that degrees can contain in any notation. Any other character may be a corrupted digit. */
const DEGREES = /^[\d\s.,+\u2212\-°º'"′″’”NSEWO]+$/i

/** Returns the position in a waypoint's attributes, or null if they aren't valid numbers. */
function readAt({ lat = '', lon = '' }: Record<string, string>): RawRecord['at'] {
  if (!DEGREES.test(lat) || !DEGREES.test(lon)) return null
  const [latitude, longitude] = [readAngle(lat, 'latitude'), readAngle(lon, 'longitude')]
  const isPosition = typeof latitude === 'number' && typeof longitude === 'number'
  return isPosition ? { latitude, longitude: wrapLongitude(longitude) } : null
}

/** Returns the property name for text in a waypoint: its element's name, or its path within the extensions. */
function nameField(path: Path): string | null {
  const [inside, ...deeper] = path.slice(path.lastIndexOf('wpt') + 1)
  if (inside !== undefined && deeper.length === 0) return inside
  return inside === 'extensions' && deeper.length > 0 ? `extensions.${deeper.join('.')}` : null
}

/** Collects waypoints while the XML is read. Tracks and routes aren't places. */
class Waypoints implements XmlVisitor {
  #point: Waypoint | null = null
  #count = 0
  /** Waypoints that have been read completely. */
  found: RawRecord[] = []

  /** Number of routes and tracks, which aren't places. */
  readonly others = { route: 0, track: 0 }

  /** Number of waypoints so far. */
  get count(): number {
    return this.#count
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'rte') this.others.route += 1
    if (name === 'trk') this.others.track += 1
    if (name !== 'wpt') return
    this.#count += 1
    this.#point = { properties: {}, at: readAt(attributes), length: 0 }
  }

  text = (text: string, path: Path): void => {
    const point = this.#point
    const field = point && nameField(path)
    if (!point || !field) return
    point.length += text.length
    if (point.length <= MAX_ROW) point.properties[field] = (point.properties[field] ?? '') + text
  }

  close = (name: string): void => {
    if (name !== 'wpt' || !this.#point) return
    const where = `waypoint ${this.#count}`
    const { length, at, properties } = this.#point
    this.found.push(
      length > MAX_ROW
        ? unreadable(where, `longer than ${MAX_ROW} characters`)
        : { where, properties, at, ...(at ? {} : { unreadable: UNREADABLE }) },
    )
    this.#point = null
  }
}

function sayNoWaypoints(others: Readonly<Record<string, number>>): string {
  const has = Object.entries(others).flatMap(([noun, number]) => (number > 0 ? countNoun(number, noun) : []))
  return has.length === 0 ? 'no waypoints' : `no waypoints; it has ${has.join(' and ')}`
}

/** Reads a GPX file's waypoints. */
export async function* readGpx(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  const points = new Waypoints()
  const text = readText(file, encoding)
  for await (const _ of readXml(text, { file, format: 'GPX' }, points)) yield* points.found.splice(0)
  yield* points.found
  if (points.count === 0) sayNothing(sayNoWaypoints(points.others))
}
