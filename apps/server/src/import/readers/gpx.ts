import { wrapLongitude } from '@nollie/contract/places/coordinates/wrap-longitude'
import { readAngle } from '@nollie/contract/places/coordinates/read-coordinates'
import { MAX_ROW } from '../tables/row-limit.ts'
import { textOfFile } from './chunks.ts'
import { type RawRecord, unreadable } from './raw-record.ts'
import { UNREADABLE } from './shape.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

const FIELDS: Record<string, string> = { name: 'name', desc: 'description', cmt: 'comment', type: 'type' }

type Waypoint = { properties: Record<string, string>; at: RawRecord['at']; length: number }

/** The position in the attributes of a waypoint; null where they are no numbers. */
const readAt = ({ lat = '', lon = '' }: Record<string, string>): RawRecord['at'] => {
  const [latitude, longitude] = [readAngle(lat, 'latitude'), readAngle(lon, 'longitude')]
  const isPosition = typeof latitude === 'number' && typeof longitude === 'number'
  return isPosition ? { latitude, longitude: wrapLongitude(longitude) } : null
}

/** Collects waypoints while XML is read; tracks and routes are no places. */
class Waypoints implements XmlVisitor {
  #point: Waypoint | null = null
  #count = 0
  /** Those that are whole. */
  found: RawRecord[] = []

  open = (name: string, attributes: Record<string, string>): void => {
    if (name !== 'wpt') return
    this.#count += 1
    this.#point = { properties: {}, at: readAt(attributes), length: 0 }
  }

  text = (text: string, path: Path): void => {
    const point = this.#point
    const field = path.at(-2) === 'wpt' ? FIELDS[path.at(-1) ?? ''] : undefined
    if (!point || !field) return
    point.length += text.length
    if (point.length <= MAX_ROW) point.properties[field] = (point.properties[field] ?? '') + text
  }

  close = (name: string): void => {
    if (name !== 'wpt' || !this.#point) return
    const where = `waypoint ${this.#count}`
    const { length, at, properties } = this.#point
    const { comment, ...rest } = properties
    this.found.push(
      length > MAX_ROW
        ? unreadable(where, `longer than ${MAX_ROW} characters`)
        : {
            where,
            properties: comment && !rest.description ? { ...rest, description: comment } : rest,
            at,
            ...(at ? {} : { unreadable: UNREADABLE }),
          },
    )
    this.#point = null
  }
}

/** The waypoints of a GPX file. */
export async function* readGpx(file: string, encoding?: string): AsyncGenerator<RawRecord> {
  const points = new Waypoints()
  const text = textOfFile(file, encoding)
  for await (const _ of readXml(text, { file, format: 'GPX' }, points)) yield* points.found.splice(0)
  yield* points.found
}
