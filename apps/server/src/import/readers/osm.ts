import { StartRefused } from '../../platform/start-refused.ts'
import { OsmFile, type Tags, type Visitor } from '../../streets/osm-file.ts'
import { OsmXmlFile } from './osm-xml.ts'
import type { RawRecord, SayNothing } from './raw-record.ts'
import { isSkatePlace } from './skate-place.ts'
import { findMiddle, type Pair } from './shape.ts'

/** Maximum number of places, and of corners, in memory. The entire planet has far fewer. */
const MAX_PLACES = 500_000
const MAX_CORNERS = 2_000_000

/** The source for records in an extract, unless the operator specifies another one. */
export const OSM_SOURCE = {
  source: 'OpenStreetMap',
  licence: 'ODbL 1.0',
  url: 'https://www.openstreetmap.org/copyright',
}

/** Tags whose name has a different meaning in a record than in OpenStreetMap. */
const OTHERWISE = new Set([
  'source',
  'id',
  '@id',
  'source_id',
  'osm_id',
  'type',
  'note',
  'licence',
  'license',
  'source_url',
  'within',
])

/** Converts an element to a record. `within` is the named area around an element without a name. */
export function toOsmRecord(
  id: string,
  tags: Readonly<Record<string, string>>,
  { at, within }: { at: RawRecord['at']; within?: string | undefined },
): RawRecord {
  const own = Object.entries(tags).filter(([name]) => !OTHERWISE.has(name))
  return { where: id, properties: { ...Object.fromEntries(own), id, ...(within && { within }) }, at }
}

type Place = { id: string; tags: Tags; at: RawRecord['at']; ways: number[]; corners: number[] }

/** Collects the places to skate in an extract, and the corners of places that are shapes. */
class Places {
  readonly found: Place[] = []
  #corners = 0

  add = (id: string, tags: Tags, shape: Partial<Place>): void => {
    if (!isSkatePlace(tags)) return
    if (this.found.length >= MAX_PLACES) throw new Error(`It has more than ${MAX_PLACES} places to skate.`)
    const place = { id, tags, at: null, ways: [], corners: [], ...shape }
    this.#count(place.corners.length + place.ways.length)
    this.found.push(place)
  }

  addCorners(place: Place, refs: readonly number[]): void {
    this.#count(refs.length)
    for (const ref of refs) place.corners.push(ref)
  }

  #count(more: number): void {
    this.#corners += more
    if (this.#corners > MAX_CORNERS) throw new Error(`Its places have more than ${MAX_CORNERS} corners.`)
  }
}

function byId(places: readonly Place[], getIds: (place: Place) => readonly number[]): Map<number, Place[]> {
  const map = new Map<number, Place[]>()
  for (const place of places)
    for (const id of getIds(place)) {
      const known = map.get(id)
      if (known) known.push(place)
      else map.set(id, [place])
    }
  return map
}

type Box = readonly [Pair, Pair]
const EMPTY: Box = [
  [Infinity, Infinity],
  [-Infinity, -Infinity],
]

/** A file that can be read more than once. */
type Readable = { read: (visitor: Visitor) => Promise<void> }

/** Finds the positions of places that are shapes. Reads the relations' ways first, then the corners of all ways. */
async function locate(file: Readable, places: Places): Promise<void> {
  const ways = byId(places.found, (place) => place.ways)
  if (ways.size > 0)
    await file.read({
      way: (id, refs) => {
        for (const place of ways.get(id) ?? []) places.addCorners(place, refs)
      },
    })
  const corners = byId(places.found, (place) => place.corners)
  if (corners.size === 0) return
  const boxes = new Map<Place, Box>()
  await file.read({
    bareNodes: true,
    node: (id, longitude, latitude) => {
      for (const place of corners.get(id) ?? []) {
        const [[west, south], [east, north]] = boxes.get(place) ?? EMPTY
        // For a place across the 180th meridian, moves all corners to the same side.
        const near = Number.isFinite(west)
          ? longitude - 360 * Math.round((longitude - west) / 360)
          : longitude
        boxes.set(place, [
          [Math.min(west, near), Math.min(south, latitude)],
          [Math.max(east, near), Math.max(north, latitude)],
        ])
      }
    },
  })
  for (const [place, box] of boxes) place.at = findMiddle(box)
}

/** Reads the places to skate, with their positions. Ids are `node/1`, `way/2`, or `relation/3`. */
async function* readPlaces(extract: Readable, sayNothing: SayNothing): AsyncGenerator<RawRecord> {
  const places = new Places()
  await extract.read({
    node: (id, longitude, latitude, tags) => places.add(`node/${id}`, tags, { at: { latitude, longitude } }),
    way: (id, corners, tags, at = null) => places.add(`way/${id}`, tags, { corners, at }),
    relation: (id, ways, tags, at = null) => places.add(`relation/${id}`, tags, { ways, at }),
  })
  if (places.found.length === 0) sayNothing('no places to skate')
  await locate(extract, places)
  for (const { id, tags, at } of places.found) yield toOsmRecord(id, tags, { at })
}

function refuse(file: string, error: unknown): Error {
  return error instanceof StartRefused ? error : new StartRefused(`${file}: ${(error as Error).message}`)
}

/** Reads the places to skate in an OpenStreetMap extract (`.osm.pbf`). */
export async function* readOsm(
  file: string,
  _encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  let extract: OsmFile | null = null
  try {
    extract = await OsmFile.open(file)
    yield* readPlaces(extract, sayNothing)
  } catch (error) {
    throw refuse(file, error)
  } finally {
    await extract?.close()
  }
}

/** Reads the places to skate in an OpenStreetMap file in XML (`.osm`). */
export async function* readOsmXml(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  try {
    yield* readPlaces(new OsmXmlFile(file, encoding), sayNothing)
  } catch (error) {
    throw refuse(file, error)
  }
}
