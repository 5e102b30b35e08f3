import { escape, type Expected, type Family, placeAt, quote, toKmz } from './import-families.ts'
import { type Extract, writeExtract } from '../street-files.ts'

type Point = { latitude: number; longitude: number }
type Corner = readonly [longitude: number, latitude: number]
type Geometry =
  | { type: 'Point'; coordinates: Corner }
  | { type: 'MultiPoint'; coordinates: readonly Corner[] }
  | { type: 'LineString'; coordinates: readonly Corner[] }
  | { type: 'MultiLineString'; coordinates: readonly (readonly Corner[])[] }
  | { type: 'Polygon'; coordinates: readonly (readonly Corner[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Corner[])[])[] }
  | { type: 'GeometryCollection'; geometries: readonly Geometry[] }
/** A record with a shape, and where its spot should be. Null if it isn't a place. */
type Drawn = { name: string; geometry: Geometry; at: Point | null }

type Nested = Corner | readonly Nested[]

function isCorner(value: Nested): value is Corner {
  return typeof value[0] === 'number'
}

/** Writes coordinates as in well-known text. */
function toWktList(value: Nested): string {
  return isCorner(value) ? value.join(' ') : `(${value.map(toWktList).join(', ')})`
}

function toWkt(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection')
    return `GEOMETRYCOLLECTION (${geometry.geometries.map(toWkt).join(', ')})`
  const list = toWktList(geometry.coordinates)
  return `${geometry.type.toUpperCase()} ${geometry.type === 'Point' ? `(${list})` : list}`
}

function toKmlText(corners: readonly Corner[]): string {
  return `<coordinates>${corners.map((corner) => `${corner.join(',')},0`).join(' ')}</coordinates>`
}

function toKmlPolygon(rings: readonly (readonly Corner[])[]): string {
  return `<Polygon>${rings
    .map((ring, at) => {
      const side = at === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs'
      return `<${side}><LinearRing>${toKmlText(ring)}</LinearRing></${side}>`
    })
    .join('')}</Polygon>`
}

function toKmlShape(geometry: Geometry): string {
  const wrap = (parts: readonly string[]) => `<MultiGeometry>${parts.join('')}</MultiGeometry>`
  const toLine = (line: readonly Corner[]) => `<LineString>${toKmlText(line)}</LineString>`
  const toPoint = (corner: Corner) => `<Point>${toKmlText([corner])}</Point>`
  if (geometry.type === 'Point') return toPoint(geometry.coordinates)
  if (geometry.type === 'MultiPoint') return wrap(geometry.coordinates.map(toPoint))
  if (geometry.type === 'LineString') return toLine(geometry.coordinates)
  if (geometry.type === 'MultiLineString') return wrap(geometry.coordinates.map(toLine))
  if (geometry.type === 'Polygon') return toKmlPolygon(geometry.coordinates)
  if (geometry.type === 'MultiPolygon') return wrap(geometry.coordinates.map(toKmlPolygon))
  return wrap(geometry.geometries.map(toKmlShape))
}

function toKml(records: readonly Drawn[]): string {
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${records
    .map(({ name, geometry }) => `<Placemark><name>${escape(name)}</name>${toKmlShape(geometry)}</Placemark>`)
    .join('')}</Document></kml>`
}

function toFeature({ name, geometry }: Drawn) {
  return { type: 'Feature', properties: { name }, geometry }
}

function toTable(
  column: string,
  mark: string,
  write: (geometry: Geometry) => string,
): (records: readonly Drawn[]) => string {
  const toRow = ({ name, geometry }: Drawn) => `${quote(name)}${mark}${quote(write(geometry))}`
  return (records) => [`name${mark}${column}`, ...records.map(toRow)].join('\n')
}

/** Formats that can hold every kind of shape. */
const FORMATS: Record<string, (records: readonly Drawn[]) => Family['content']> = {
  'a.geojson': (records) => JSON.stringify({ type: 'FeatureCollection', features: records.map(toFeature) }),
  'a.geojsonl': (records) => records.map((record) => JSON.stringify(toFeature(record))).join('\n'),
  'text.geojsonl': (records) =>
    records
      .map(({ name, geometry }) => ({ type: 'Feature', properties: { name, WKT: toWkt(geometry) } }))
      .map((feature) => JSON.stringify(feature))
      .join('\n'),
  'wkt.csv': toTable('wkt', ',', toWkt),
  'ewkt.csv': toTable('the_geom', ';', (geometry) => `SRID=4326;${toWkt(geometry)}`),
  'wkt.tsv': toTable('geometry', '\t', (geometry) => toWkt(geometry).toLowerCase()),
  'json.csv': toTable('geo_shape', ';', (geometry) => JSON.stringify(geometry)),
  'a.kml': toKml,
  'a.kmz': (records) => toKmz(toKml(records)),
}

/** Collects the nodes and ways of an OpenStreetMap extract. Ids count up from 1. */
class ExtractMaker {
  readonly #extract: Extract = { nodes: [], ways: [], relations: [] }
  #id = 0

  #addWay(corners: readonly Corner[], tags: Record<string, string>): number {
    const refs = corners.map(([lon, lat]) => {
      this.#id += 1
      this.#extract.nodes.push({ id: this.#id, lon, lat })
      return this.#id
    })
    this.#extract.ways.push({ id: (this.#id += 1), refs, tags })
    return this.#id
  }

  add({ name, geometry }: Drawn): void {
    const tags = { name, sport: 'skateboard', leisure: 'pitch' }
    if (geometry.type === 'Point') {
      const [lon, lat] = geometry.coordinates
      this.#extract.nodes.push({ id: (this.#id += 1), lon, lat, tags })
    } else if (geometry.type === 'LineString') this.#addWay(geometry.coordinates, tags)
    else if (geometry.type === 'Polygon') this.#addWay(geometry.coordinates[0] ?? [], tags)
    else if (geometry.type === 'MultiPolygon') {
      const outer = geometry.coordinates.map(([ring = []]) => this.#addWay(ring, {}))
      this.#extract.relations?.push({ id: (this.#id += 1), outer, tags })
    }
  }

  get extract(): Extract {
    return this.#extract
  }
}

/** OpenStreetMap's shapes: nodes, ways, and relations of ways. */
const IN_EXTRACTS = new Set(['Point', 'LineString', 'Polygon', 'MultiPolygon'])

function toExtract(records: readonly Drawn[]) {
  return (path: string): void => {
    const maker = new ExtractMaker()
    for (const record of records) maker.add(record)
    writeExtract(path, maker.extract)
  }
}

function toGpx(records: readonly Drawn[]): string {
  return `<gpx version="1.1">${records
    .map(({ name, geometry }) => {
      const inside = `<name>${escape(name)}</name>`
      if (geometry.type === 'Point') {
        const [lon, lat] = geometry.coordinates
        return `<wpt lat="${lat}" lon="${lon}">${inside}</wpt>`
      }
      const toPoints = (element: string, line: readonly Corner[]) =>
        line.map(([lon, lat]) => `<${element} lat="${lat}" lon="${lon}"/>`).join('')
      if (geometry.type === 'LineString')
        return `<rte>${inside}${toPoints('rtept', geometry.coordinates)}</rte>`
      if (geometry.type !== 'MultiLineString') return ''
      const parts = geometry.coordinates.map((line) => `<trkseg>${toPoints('trkpt', line)}</trkseg>`)
      return `<trk>${inside}${parts.join('')}</trk>`
    })
    .join('')}</gpx>`
}

function round(degrees: number): number {
  return Number(degrees.toFixed(6))
}

/** Returns the corners of a square with a center and half the length of its sides. */
function makeSquare({ latitude, longitude }: Point, half: number): Corner[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]): Corner => [round(longitude + x * half), round(latitude + y * half)])
}

function move({ latitude, longitude }: Point, east: number, north = 0): Point {
  return {
    latitude: round(latitude + north),
    longitude: round(longitude + east),
  }
}

function toCorner({ latitude, longitude }: Point): Corner {
  return [longitude, latitude]
}

function makePoint(at: Point): Geometry {
  return { type: 'Point', coordinates: toCorner(at) }
}

function makePolygon(...rings: Corner[][]): Geometry {
  return { type: 'Polygon', coordinates: rings }
}

function makeLine(at: Point): Corner[] {
  return [toCorner(move(at, -0.1)), toCorner(at), toCorner(move(at, 0, 0.1))]
}

type Drawing = (at: Point) => { geometry: Geometry; at: Point | null }

/** A10: shapes of all kinds, each with its position. */
const SHAPES: Drawing[] = [
  (at) => ({ at, geometry: makePoint(at) }),
  (at) => ({ at, geometry: makePolygon(makeSquare(at, 0.001)) }),
  (at) => ({
    // The hole contains the center, and the western side is the widest.
    at: move(at, -0.00075),
    geometry: makePolygon(makeSquare(at, 0.001), makeSquare(move(at, 0.0001), 0.0006)),
  }),
  (at) => ({
    at,
    geometry: {
      type: 'MultiPolygon',
      // Two squares side by side. The center of both is inside the larger one.
      coordinates: [[makeSquare(move(at, -0.0005), 0.001)], [makeSquare(move(at, 0.001), 0.0005)]],
    },
  }),
  (at) => ({
    at,
    geometry: {
      type: 'MultiPoint',
      coordinates: [toCorner(move(at, -0.0001)), toCorner(move(at, 0.0001))],
    },
  }),
  (at) => ({
    at,
    geometry: {
      type: 'GeometryCollection',
      geometries: [makePolygon(makeSquare(move(at, 0.0004), 0.001)), makePoint(at)],
    },
  }),
  (at) => ({
    at,
    geometry: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'GeometryCollection', geometries: [makePolygon(makeSquare(at, 0.001))] },
        { type: 'LineString', coordinates: makeLine(at) },
      ],
    },
  }),
]

/** A3b: lines and tracks, which aren't places, and a point among lines, which is. */
const LINES: Drawing[] = [
  (at) => ({ at: null, geometry: { type: 'LineString', coordinates: makeLine(at) } }),
  (at) => ({
    at: null,
    geometry: { type: 'MultiLineString', coordinates: [makeLine(at), makeLine(move(at, 0.01))] },
  }),
  (at) => ({
    at: null,
    geometry: {
      type: 'GeometryCollection',
      geometries: [{ type: 'LineString', coordinates: makeLine(at) }],
    },
  }),
  (at) => ({
    at,
    geometry: {
      type: 'GeometryCollection',
      geometries: [{ type: 'LineString', coordinates: makeLine(move(at, 0.05)) }, makePoint(at)],
    },
  }),
  (at) => ({ at, geometry: makePoint(at) }),
]

function wrap(longitude: number): number {
  return round(longitude - 360 * Math.round(longitude / 360))
}

function wrapAll(corners: readonly Corner[]): Corner[] {
  return corners.map(([x, y]) => [wrap(x), y])
}

/** Cuts a square at the 180th meridian, as RFC 7946 requires. */
function cutSquare(at: Point, half: number): Corner[][] {
  return [
    [at.longitude - half, 180],
    [-180, at.longitude + half - 360],
  ].map(([west = 0, east = 0]) =>
    (
      [
        [west, -half],
        [east, -half],
        [east, half],
        [west, half],
        [west, -half],
      ] as const
    ).map(([x, y]): Corner => [round(x), round(at.latitude + y)]),
  )
}

/** A3: shapes across the 180th meridian, around a place at a longitude near 180. Some use longitudes beyond it. */
const BEYOND: Drawing[] = [
  (at) => ({ at, geometry: makePoint({ ...at, longitude: wrap(at.longitude) + 360 }) }),
  (at) => ({ at, geometry: makePoint(move(at, -360)) }),
  (at) => ({ at, geometry: makePolygon(makeSquare(at, 0.002)) }),
  (at) => ({ at, geometry: makePolygon(makeSquare(move(at, -360), 0.002)) }),
  (at) => ({
    at,
    geometry: {
      type: 'MultiPoint',
      coordinates: [toCorner(move(at, 0.0001)), toCorner(move(at, -360.0001))],
    },
  }),
]
const ACROSS: Drawing[] = [
  (at) => ({ at, geometry: makePoint({ ...at, longitude: wrap(at.longitude) }) }),
  (at) => ({ at, geometry: makePolygon(wrapAll(makeSquare(at, 0.002))) }),
  (at) => ({
    at,
    geometry: { type: 'MultiPolygon', coordinates: cutSquare(at, 0.002).map((ring) => [ring]) },
  }),
]

type Kind = { kind: string; drawings: readonly Drawing[]; place: (family: number, n: number) => Point }
const KINDS: Kind[] = [
  { kind: 'A3 across the 180th meridian', drawings: [...ACROSS, ...BEYOND], place: placeAtLine },
  { kind: 'A3b lines and tracks', drawings: LINES, place: placeAt },
  { kind: 'A10 shapes of all kinds', drawings: SHAPES, place: placeAt },
]

/** Returns a place less than 200 m from the 180th meridian, 1 km from the next one. */
function placeAtLine(family: number, n: number): Point {
  const { latitude } = placeAt(family, n)
  return { latitude: round(latitude + n * 0.01), longitude: n % 2 === 0 ? 179.999 : 180.001 }
}

function isIn(file: string, { geometry }: Drawn, isBeyond: boolean): boolean {
  const hasHole = geometry.type === 'Polygon' && geometry.coordinates.length > 1
  if (file.endsWith('.osm.pbf')) return IN_EXTRACTS.has(geometry.type) && !isBeyond && !hasHole
  return !file.endsWith('.gpx') || geometry.type === 'Point' || geometry.type.endsWith('LineString')
}

/** In an extract, a line is a place if its tags say that people skate there. */
function findPlace(file: string, { geometry, at }: Drawn): Point | null {
  if (at || !file.endsWith('.osm.pbf') || geometry.type !== 'LineString') return at
  const middle = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2
  return {
    latitude: middle(geometry.coordinates.map(([, y]) => y)),
    longitude: middle(geometry.coordinates.map(([x]) => x)),
  }
}

/** Makes files with shapes: each kind in each format that can hold it. */
export function makeShapes(): Family[] {
  const formats = { ...FORMATS, 'a.gpx': toGpx, 'a.osm.pbf': toExtract }
  let count = 600
  return KINDS.flatMap(({ kind, drawings, place }) =>
    Object.entries(formats).map(([file, write]): Family => {
      count += 1
      const records = drawings.flatMap((draw, n): Drawn[] => {
        const record = { name: `Park ${n}`, ...draw(place(count, n)) }
        return isIn(file, record, BEYOND.includes(draw)) ? [record] : []
      })
      const expected = records.flatMap((record): Expected[] => {
        const at = findPlace(file, record)
        return at ? [{ name: record.name, ...at, longitude: wrap(at.longitude) }] : []
      })
      const lines = file.endsWith('.gpx') ? 0 : records.length - expected.length
      return { kind, file, content: write(records), expected, lines, refused: 0 }
    }),
  )
}
