import { textOfFile } from './chunks.ts'
import { readKmlCoordinates } from './kml-coordinates.ts'
import { type RawRecord, unreadable } from './raw-record.ts'
import { createShape, keepCorners, locateShape, type Shape } from './shape.ts'
import { MAX_ROW } from '../tables/row-limit.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

type Placemark = {
  properties: Record<string, string>
  /** What its ExtendedData says, which wins. */
  extended: Record<string, string>
  shape: Shape
  /** The text of the element `coordinates` that is read. */
  coordinates: string
  /** The name of the datum that is read. */
  datum: string | null
  length: number
}

/** Adds the coordinates of one element to the shape around it. */
const addCoordinates = (shape: Shape, text: string, path: Path): void => {
  const corners = keepCorners(shape, readKmlCoordinates(text))
  const around = path.at(-2)
  if (around === 'Point') shape.points.push(...corners)
  else if (around !== 'LinearRing') shape.lines.push(corners)
  else if (path.at(-3) === 'innerBoundaryIs') shape.polygons.at(-1)?.push(corners)
  else shape.polygons.push([corners])
}

/** Collects placemarks while XML is read. */
class Placemarks implements XmlVisitor {
  #mark: Placemark | null = null
  #count = 0
  /** Those that are whole. */
  found: RawRecord[] = []

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'Placemark') {
      this.#count += 1
      const { id } = attributes
      this.#mark = {
        ...{ properties: id ? { id } : {}, extended: {}, coordinates: '', datum: null, length: 0 },
        shape: createShape(),
      }
    } else if (this.#mark && (name === 'Data' || name === 'SimpleData'))
      this.#mark.datum = (attributes.name ?? '').toLowerCase()
  }

  text = (text: string, path: Path): void => {
    const mark = this.#mark
    if (!mark) return
    mark.length += text.length
    // Only that it is too long is remembered of what is too long.
    if (mark.length > MAX_ROW) return
    const [around, name] = [path.at(-2), path.at(-1)]
    if (path.includes('ExtendedData')) {
      if (mark.datum && (name === 'value' || name === 'SimpleData'))
        mark.extended[mark.datum] = (mark.extended[mark.datum] ?? '') + text
    } else if (name === 'coordinates') mark.coordinates += text
    else if (around === 'Placemark' && (name === 'name' || name === 'description'))
      mark.properties[name] = (mark.properties[name] ?? '') + text
  }

  close = (name: string, path: Path): void => {
    const mark = this.#mark
    if (!mark) return
    if (name === 'coordinates') {
      addCoordinates(mark.shape, mark.coordinates, path)
      mark.coordinates = ''
    } else if (name === 'Track') mark.shape.lines.push([])
    if (name !== 'Placemark') return
    const where = `placemark ${this.#count}`
    const { length, properties, extended, shape } = mark
    this.found.push(
      length > MAX_ROW
        ? unreadable(where, `longer than ${MAX_ROW} characters`)
        : { where, properties: { ...properties, ...extended }, ...locateShape(shape) },
    )
    this.#mark = null
  }
}

/** The placemarks in a text of KML. */
export async function* readKmlText(chunks: AsyncIterable<string>, file: string): AsyncGenerator<RawRecord> {
  const marks = new Placemarks()
  for await (const _ of readXml(chunks, { file, format: 'KML' }, marks)) yield* marks.found.splice(0)
  yield* marks.found
}

/** The placemarks of a KML file. */
export const readKml = (file: string, encoding?: string): AsyncGenerator<RawRecord> =>
  readKmlText(textOfFile(file, encoding), file)
