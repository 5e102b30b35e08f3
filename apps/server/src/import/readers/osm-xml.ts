import { StartRefused } from '../../platform/start-refused.ts'
import type { OsmCenter, Tags, Visitor } from '../../streets/osm-file.ts'
import { MAX_ROW } from './row-limit.ts'
import { readText } from './chunks.ts'
import { findMiddle } from './shape.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

/** Maximum number of nodes or members of one element. OpenStreetMap itself allows fewer. */
const MAX_MEMBERS = 100_000

type Element = {
  name: string
  id: number
  latitude: number
  longitude: number
  tags: Tags
  length: number
  refs: number[]
  /** The center that Overpass computed, or the middle of the bounds. */
  at: OsmCenter | null
}

/** Returns the position in the attributes of a `center` or `bounds`, or null. */
function readCenter(name: string, attributes: Record<string, string>): OsmCenter | null {
  const read = (...names: string[]) =>
    names.map((one) => (attributes[one] ? Number(attributes[one]) : Number.NaN))
  const [west = 0, south = 0, east = west, north = south] =
    name === 'center' ? read('lon', 'lat') : read('minlon', 'minlat', 'maxlon', 'maxlat')
  const isRead = Number.isFinite(west + south + east + north)
  return isRead
    ? findMiddle([
        [west, south],
        [east, north],
      ])
    : null
}

/** Passes on elements while the XML is read, as `OsmFile` does for `.osm.pbf`. */
class Elements implements XmlVisitor {
  readonly #visitor: Visitor
  readonly #file: string
  #element: Element | null = null
  /** Number of elements so far. */
  count = 0

  constructor(visitor: Visitor, file: string) {
    this.#visitor = visitor
    this.#file = file
  }

  open = (name: string, attributes: Record<string, string>, path: Path): void => {
    if (path.length === 2 && ['node', 'way', 'relation'].includes(name)) this.#begin(name, attributes)
    else if (path.length === 3) this.#addTo(name, attributes)
  }

  text = (): void => {}

  close = (_: string, path: Path): void => {
    const element = this.#element
    if (path.length !== 2 || !element) return
    this.#element = null
    const { name, id, latitude, longitude, tags, refs, at } = element
    const isBare = Object.keys(tags).length === 0
    if (name === 'way') this.#visitor.way?.(id, refs, tags, at)
    else if (name === 'relation') this.#visitor.relation?.(id, refs, tags, at)
    else if (Number.isFinite(latitude + longitude) && (!isBare || this.#visitor.bareNodes))
      this.#visitor.node?.(id, longitude, latitude, tags)
  }

  #begin(name: string, { id, lat, lon, visible, action }: Record<string, string>): void {
    this.count += 1
    // Editors mark deleted elements, instead of leaving them out.
    if (visible === 'false' || action === 'delete') return
    this.#element = {
      name,
      id: Number(id),
      latitude: Number(lat),
      longitude: Number(lon),
      tags: {},
      length: 0,
      refs: [],
      at: null,
    }
  }

  #addTo(name: string, attributes: Record<string, string>): void {
    const { k = '', v = '', ref, type, role = '' } = attributes
    const element = this.#element
    if (!element) return
    if (name === 'center' || (name === 'bounds' && !element.at)) element.at = readCenter(name, attributes)
    else if (name === 'tag') {
      element.length += k.length + v.length
      if (element.length <= MAX_ROW) element.tags[k] = v
    } else if (name === 'nd') element.refs.push(Number(ref))
    else if (name === 'member' && type === 'way' && ['outer', ''].includes(role))
      element.refs.push(Number(ref))
    if (element.refs.length > MAX_MEMBERS)
      throw new StartRefused(`${this.#file}: an element has more than ${MAX_MEMBERS} members.`)
  }
}

/** An OpenStreetMap file in XML (`.osm`). Memory doesn't grow with it, because each reading starts over. */
export class OsmXmlFile {
  readonly #file: string
  readonly #encoding: string | undefined

  constructor(file: string, encoding: string | undefined) {
    this.#file = file
    this.#encoding = encoding
  }

  /** Reads the file once. @throws StartRefused if it isn't OpenStreetMap's XML */
  async read(visitor: Visitor): Promise<void> {
    const elements = new Elements(visitor, this.#file)
    const text = readText(this.#file, this.#encoding)
    for await (const _ of readXml(text, { file: this.#file, format: 'OpenStreetMap XML' }, elements));
    if (elements.count === 0)
      throw new StartRefused(`${this.#file} has no nodes, ways, or relations of OpenStreetMap.`)
  }
}
