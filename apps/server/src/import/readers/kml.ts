import { textOfFile } from './chunks.ts'
import { readKmlCoordinates } from './kml-coordinates.ts'
import { countNoun, type RawRecord, type SayNothing, unreadable } from './raw-record.ts'
import { createShape, filterCorners, locateShape, type Shape } from './shape.ts'
import { MAX_ROW } from '../tables/row-limit.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

type Placemark = {
  properties: Record<string, string>
  /** Its ExtendedData, which takes precedence. */
  extended: Record<string, string>
  shape: Shape
  /** The text of the element `coordinates` that is read. */
  coordinates: string
  /** The name of the datum that is read. */
  datum: string | null
  length: number
}

/** Adds the coordinates of one element to the surrounding shape. */
const addCoordinates = (shape: Shape, text: string, path: Path): void => {
  const corners = filterCorners(shape, readKmlCoordinates(text))
  const around = path.at(-2)
  if (around === 'Point') shape.points.push(...corners)
  else if (around !== 'LinearRing') shape.lines.push(corners)
  else if (path.at(-3) === 'innerBoundaryIs') shape.polygons.at(-1)?.push(corners)
  else shape.polygons.push([corners])
}

/** Maximum characters of a URL, and URLs read per map. */
const MAX_LINK = 2_000
const MAX_LINKS = 10_000

/** Elements of a placemark that say something of it. */
const SAYS = new Set(['name', 'description', 'address'])

/** A placemark's fields, including its ExtendedData. Its description is HTML by the format, and is marked as such. */
const joinProperties = (
  { description, ...own }: Record<string, string>,
  extended: Record<string, string>,
): Record<string, unknown> => ({
  ...own,
  ...(description === undefined ? {} : { description: { '@type': 'html', value: description } }),
  ...extended,
})

/** Collects placemarks while XML is read. */
export class Placemarks implements XmlVisitor {
  #mark: Placemark | null = null
  #count = 0
  #link = ''
  /** The prefix of a placemark's number in messages. */
  readonly #file: string
  /** The addresses to which it links, as it gives them. */
  readonly links: string[] = []
  /** Those that are whole. */
  found: RawRecord[] = []

  constructor(file = '') {
    this.#file = file && `${file} `
  }

  /** How many placemarks there were. */
  get count(): number {
    return this.#count
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'Placemark') {
      this.#count += 1
      const { id } = attributes
      this.#mark = {
        ...{ properties: id ? { id } : {}, extended: {}, coordinates: '', datum: null, length: 0 },
        shape: createShape(),
      }
    } else if (this.#mark && (name === 'Data' || name === 'SimpleData'))
      this.#nameDatum(this.#mark, attributes.name ?? '')
    else if (name === 'href') this.#link = ''
  }

  /** Of data with the same name, the first non-empty value counts. */
  #nameDatum(mark: Placemark, name: string): void {
    mark.datum = mark.extended[name]?.trim() ? null : name
  }

  text = (text: string, path: Path): void => {
    if (path.at(-1) === 'href' && path.includes('NetworkLink') && this.#link.length < MAX_LINK)
      this.#link += text
    const mark = this.#mark
    if (!mark) return
    mark.length += text.length
    // For oversized placemarks, records only the fact that they are oversized.
    if (mark.length > MAX_ROW) return
    const [around, name] = [path.at(-2), path.at(-1)]
    if (path.includes('ExtendedData')) {
      if (mark.datum && (name === 'value' || name === 'SimpleData'))
        mark.extended[mark.datum] = (mark.extended[mark.datum] ?? '') + text
    } else if (name === 'coordinates') mark.coordinates += text
    else if (around === 'Placemark' && name && SAYS.has(name))
      mark.properties[name] = (mark.properties[name] ?? '') + text
  }

  #closeLink(): void {
    const link = this.#link.trim()
    if (link && this.links.length < MAX_LINKS) this.links.push(link)
    this.#link = ''
  }

  close = (name: string, path: Path): void => {
    const mark = this.#mark
    if (name === 'href') this.#closeLink()
    if (!mark) return
    if (name === 'coordinates') {
      addCoordinates(mark.shape, mark.coordinates, path)
      mark.coordinates = ''
    } else if (name === 'Track') mark.shape.lines.push([])
    if (name !== 'Placemark') return
    const where = `${this.#file}placemark ${this.#count}`
    const { length, properties, extended, shape } = mark
    this.found.push(
      length > MAX_ROW
        ? unreadable(where, `longer than ${MAX_ROW} characters`)
        : { where, properties: joinProperties(properties, extended), ...locateShape(shape) },
    )
    this.#mark = null
  }
}

/** The placemarks in a KML text; `marks` has its links afterwards. */
export async function* readKmlText(
  chunks: AsyncIterable<string>,
  file: string,
  marks: Placemarks,
): AsyncGenerator<RawRecord> {
  for await (const _ of readXml(chunks, { file, format: 'KML' }, marks)) yield* marks.found.splice(0)
  yield* marks.found.splice(0)
}

/** Says why a map without a placemark has none. */
export const sayNoPlacemarks = (links: number): string =>
  links === 0
    ? 'no placemarks'
    : `no placemarks; it has ${countNoun(links, 'link')} to other files, which were not followed`

/** The placemarks of a KML file. */
export async function* readKml(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  const marks = new Placemarks()
  yield* readKmlText(textOfFile(file, encoding), file, marks)
  if (marks.count === 0) sayNothing(sayNoPlacemarks(marks.links.length))
}
