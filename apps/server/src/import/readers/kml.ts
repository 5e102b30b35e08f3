import { readText } from './chunks.ts'
import { readKmlCoordinates } from './kml-coordinates.ts'
import { countNoun, type RawRecord, type SayNothing, unreadable } from './raw-record.ts'
import { createShape, filterCorners, locateShape, type Shape } from './shape.ts'
import { MAX_ROW } from './row-limit.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

type Placemark = {
  properties: Record<string, string>
  /** Values from ExtendedData, which take precedence. */
  extended: Record<string, string>
  shape: Shape
  /** The text in the current `coordinates` element. */
  coordinates: string
  /** The name of the current data element. */
  datum: string | null
  length: number
}

/** Adds a `coordinates` element to the shape it belongs to. */
function addCoordinates(shape: Shape, text: string, path: Path): void {
  const corners = filterCorners(shape, readKmlCoordinates(text))
  const around = path.at(-2)
  if (around === 'Point') shape.points.push(...corners)
  else if (around !== 'LinearRing') shape.lines.push(corners)
  else if (path.at(-3) === 'innerBoundaryIs') shape.polygons.at(-1)?.push(corners)
  else shape.polygons.push([corners])
}

/** Maximum number of characters per URL, and of URLs per map. */
const MAX_LINK = 2_000
const MAX_LINKS = 10_000

/** Elements that describe a placemark. */
const SAYS = new Set(['name', 'description', 'address'])

/** Merges a placemark's fields with its ExtendedData. Marks the description as HTML, as the format defines it. */
function joinProperties(
  { description, ...own }: Record<string, string>,
  extended: Record<string, string>,
): Record<string, unknown> {
  return {
    ...own,
    ...(description === undefined ? {} : { description: { '@type': 'html', value: description } }),
    ...extended,
  }
}

/** Collects placemarks while the XML is read. */
export class Placemarks implements XmlVisitor {
  #mark: Placemark | null = null
  #count = 0
  #link = ''
  /** Prefix for placemark numbers in messages. */
  readonly #file: string
  /** The URLs that the map links to, unchanged. */
  readonly links: string[] = []
  /** Placemarks that have been read completely. */
  found: RawRecord[] = []

  constructor(file = '') {
    this.#file = file && `${file} `
  }

  /** Number of placemarks so far. */
  get count(): number {
    return this.#count
  }

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'Placemark') {
      this.#count += 1
      const { id } = attributes
      this.#mark = {
        properties: id ? { id } : {},
        extended: {},
        coordinates: '',
        datum: null,
        length: 0,
        shape: createShape(),
      }
    } else if (this.#mark && (name === 'Data' || name === 'SimpleData'))
      this.#nameDatum(this.#mark, attributes.name ?? '')
    else if (name === 'href') this.#link = ''
  }

  /** If several data elements have the same name, uses the first non-empty value. */
  #nameDatum(mark: Placemark, name: string): void {
    mark.datum = mark.extended[name]?.trim() ? null : name
  }

  text = (text: string, path: Path): void => {
    if (path.at(-1) === 'href' && path.includes('NetworkLink') && this.#link.length < MAX_LINK)
      this.#link += text
    const mark = this.#mark
    if (!mark) return
    mark.length += text.length
    // For an oversized placemark, only its length matters.
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

/** Reads the placemarks in KML text. Afterwards, `marks` has the map's links. */
export async function* readKmlText(
  chunks: AsyncIterable<string>,
  file: string,
  marks: Placemarks,
): AsyncGenerator<RawRecord> {
  for await (const _ of readXml(chunks, { file, format: 'KML' }, marks)) yield* marks.found.splice(0)
  yield* marks.found.splice(0)
}

/** Explains why a map has no placemarks. */
export function sayNoPlacemarks(links: number): string {
  return links === 0
    ? 'no placemarks'
    : `no placemarks; it has ${countNoun(links, 'link')} to other files, which were not followed`
}

/** Reads a KML file's placemarks. */
export async function* readKml(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  const marks = new Placemarks()
  yield* readKmlText(readText(file, encoding), file, marks)
  if (marks.count === 0) sayNothing(sayNoPlacemarks(marks.links.length))
}
