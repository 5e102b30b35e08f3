import { createShape, filterCorners, type Pair, type Shape } from './shape.ts'

/** Maximum nesting depth. A deeper geometry is an attempt to overflow the stack. */
const MAX_DEPTH = 6

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?\s*$/i

function readNumber(value: unknown): number {
  return typeof value === 'number'
    ? value
    : typeof value === 'string' && DECIMAL.test(value)
      ? Number(value)
      : Number.NaN
}

function readCorner(value: unknown): Pair | null {
  if (!Array.isArray(value)) return null
  const pair: Pair = [readNumber(value[0]), readNumber(value[1])]
  return Number.isFinite(pair[0]) && Number.isFinite(pair[1]) ? pair : null
}

function readCorners(shape: Shape, value: unknown): Pair[] {
  return filterCorners(shape, Array.isArray(value) ? value.map(readCorner) : [null])
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const READERS: Record<string, (shape: Shape, coordinates: unknown) => void> = {
  Point: (shape, value) => {
    if (!Array.isArray(value) || value.length > 0)
      shape.points.push(...filterCorners(shape, [readCorner(value)]))
  },
  MultiPoint: (shape, value) => void shape.points.push(...readCorners(shape, value)),
  LineString: (shape, value) => void shape.lines.push(readCorners(shape, value)),
  MultiLineString: (shape, value) =>
    void shape.lines.push(...list(value).map((line) => readCorners(shape, line))),
  Polygon: (shape, value) => void shape.polygons.push(list(value).map((ring) => readCorners(shape, ring))),
  MultiPolygon: (shape, value) =>
    void shape.polygons.push(
      ...list(value).map((polygon) => list(polygon).map((ring) => readCorners(shape, ring))),
    ),
}

const NAMES = new Map(Object.keys(READERS).map((name) => [name.toLowerCase(), name]))

/** Converts a geometry of Esri's JSON. Its rings are in one list, so that holes are only where rings overlap. */
function convertEsri({ x, y, points, paths, rings }: Record<string, unknown>): Record<string, unknown> {
  if (x !== undefined || y !== undefined) return { type: 'Point', coordinates: [x, y] }
  if (points !== undefined) return { type: 'MultiPoint', coordinates: points }
  if (paths !== undefined) return { type: 'MultiLineString', coordinates: paths }
  return { type: 'Polygon', coordinates: rings }
}

function addGeometry(shape: Shape, geometry: unknown, depth: number): void {
  if (typeof geometry !== 'object' || geometry === null || depth > MAX_DEPTH) return
  const given = geometry as Record<string, unknown>
  const { type, coordinates, geometries } =
    given.type === undefined ? { geometries: given.geometries, ...convertEsri(given) } : given
  if (Array.isArray(geometries)) for (const inner of geometries) addGeometry(shape, inner, depth + 1)
  const name = NAMES.get(String(type).toLowerCase())
  if (name && coordinates !== undefined && coordinates !== null) READERS[name]?.(shape, coordinates)
}

/** Converts a GeoJSON geometry, including collections, to a shape. */
export function readGeoJsonShape(geometry: unknown): Shape {
  const shape = createShape()
  addGeometry(shape, geometry, 0)
  return shape
}
