import { readGeoJsonShape } from './geojson-shape.ts'
import type { Shape } from './shape.ts'

/** Deeper geometries are no shapes, but made to overflow a stack. */
const MAX_DEPTH = 8

const TYPES: Readonly<Record<string, { name: string; depth: number }>> = {
  point: { name: 'Point', depth: 1 },
  multipoint: { name: 'MultiPoint', depth: 1 },
  linestring: { name: 'LineString', depth: 1 },
  multilinestring: { name: 'MultiLineString', depth: 2 },
  polygon: { name: 'Polygon', depth: 2 },
  multipolygon: { name: 'MultiPolygon', depth: 3 },
}

const HEAD =
  /^\s*(?:SRID\s*=\s*(\d+)\s*;)?\s*((?:multi)?(?:point|linestring|polygon)|geometrycollection)\s*(?:z|m|zm)?\s*(?=\(|empty)/i

/** Whether a text starts like well-known text. */
export const isWkt = (text: string): boolean => HEAD.test(text)

/** The code of the coordinate system that a text of well-known text names; null where it names none. */
export const readSrid = (text: string): string | null => HEAD.exec(text)?.[1] ?? null

type Nested = readonly (string | Nested)[]

/** Lists in brackets as arrays, with the texts between their commas. */
const readBrackets = (text: string): Nested | null => {
  const stack: (string | Nested)[][] = [[]]
  for (const part of text.match(/[(),]|[^(),]+/g) ?? []) {
    if (part === '(') stack.push([])
    else if (part === ')') {
      const inner = stack.pop()
      if (!inner || stack.length === 0) return null
      stack.at(-1)?.push(inner)
    } else if (part !== ',' && part.trim()) stack.at(-1)?.push(part.trim())
    if (stack.length > MAX_DEPTH) return null
  }
  return stack.length === 1 ? (stack[0] ?? null) : null
}

/** `2.17 41.38 7` as numbers; texts, which the reader of corners refuses, where it has anything else. */
const readTuple = (text: string): unknown => {
  const numbers = text.split(/\s+/)
  const isTuple = numbers.length >= 2 && numbers.length <= 4
  return isTuple ? numbers : ['']
}

const toCoordinates = (value: string | Nested, depth: number): unknown => {
  if (typeof value === 'string') return readTuple(value)
  // `MULTIPOINT ((1 2), (3 4))` has brackets around each corner.
  if (depth === 0 && value.length === 1 && typeof value[0] === 'string') return readTuple(value[0])
  return value.map((inner) => toCoordinates(inner, depth - 1))
}

const readGeometry = (text: string): object | null => {
  const [head = '', , type = ''] = HEAD.exec(text) ?? []
  const body = text.slice(head.length).trim()
  if (/^empty/i.test(body)) return null
  if (/^geometrycollection$/i.test(type)) {
    const inner = /^\(([\s\S]*)\)$/.exec(body)?.[1] ?? ''
    const parts = inner.split(/,(?=\s*(?:multi)?(?:point|linestring|polygon|geometrycollection)\b)/i)
    return { geometries: parts.map(readGeometry) }
  }
  const known = TYPES[type.toLowerCase()]
  const parts = readBrackets(body)
  // Anything behind the closing bracket is damage, which may have been part of a number.
  const lists = parts?.length === 1 ? parts[0] : undefined
  if (!known || !lists || typeof lists === 'string')
    return known ? { type: 'Point', coordinates: [''] } : null
  const coordinates = toCoordinates(lists, known.depth)
  if (known.name === 'Point' && lists.length !== 1) return { type: 'Point', coordinates: [''] }
  return {
    type: known.name,
    coordinates: known.name === 'Point' ? (coordinates as unknown[])[0] : coordinates,
  }
}

/** The shape in well-known text, also with `SRID=4326;` before it. */
export const readWktShape = (text: string): Shape => readGeoJsonShape(readGeometry(text))
