import { MAX_ROW } from '../tables/row-limit.ts'
import { textOfFile } from './chunks.ts'
import { type RawRecord, unreadable } from './raw-record.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

const FIELDS: Record<string, string> = { name: 'name', desc: 'description', cmt: 'comment', type: 'type' }

type Waypoint = { properties: Record<string, string>; at: RawRecord['at']; length: number }

const degrees = (text: string | undefined): number => (text?.trim() ? Number(text) : Number.NaN)

/** Collects waypoints while XML is read; tracks and routes are no places. */
class Waypoints implements XmlVisitor {
  #point: Waypoint | null = null
  #count = 0
  /** Those that are whole. */
  found: RawRecord[] = []

  open = (name: string, attributes: Record<string, string>): void => {
    if (name !== 'wpt') return
    this.#count += 1
    const [latitude, longitude] = [degrees(attributes.lat), degrees(attributes.lon)]
    const at = Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude }
    this.#point = { properties: {}, at, length: 0 }
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
        : { where, properties: comment && !rest.description ? { ...rest, description: comment } : rest, at },
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
