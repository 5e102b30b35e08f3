import { readGeoJsonShape } from './geojson-shape.ts'
import type { Shape } from './shape.ts'

/** Maximum nesting depth. A deeper geometry is an attempt to overflow the stack. */
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

/** Whether a string begins like well-known text. */
export function isWkt(text: string): boolean {
  return HEAD.test(text)
}

/** Returns the coordinate system's code in well-known text, or null if there is none. */
export function readSrid(text: string): string | null {
  return HEAD.exec(text)?.[1] ?? null
}

type Nested = readonly (string | Nested)[]

/**
 * Parses nested lists in parentheses into arrays of strings. A comma before the first corner becomes an empty string,
 * because it may have been a digit or a minus.
 */
function readBrackets(text: string): Nested | null {
  const stack: (string | Nested)[][] = [[]]
  let before = ''
  for (const part of text.match(/[(),]|[^(),\s][^(),]*/g) ?? []) {
    if (part === ',' && before === '(') stack.at(-1)?.push('')
    before = part
    if (part === '(') stack.push([])
    else if (part === ')') {
      const inner = stack.pop()
      if (!inner || stack.length === 0) return null
      stack.at(-1)?.push(inner)
    } else if (part !== ',') stack.at(-1)?.push(part.trim())
    if (stack.length > MAX_DEPTH) return null
  }
  return stack.length === 1 ? (stack[0] ?? null) : null
}

/** Splits `2.17 41.38 7` into numbers. For anything else, returns a value that counts as an unreadable corner. */
function readTuple(text: string): unknown {
  const numbers = text.split(/\s+/)
  const isTuple = numbers.length >= 2 && numbers.length <= 4
  return isTuple ? numbers : ['']
}

function toCoordinates(value: string | Nested, depth: number): unknown {
  if (typeof value === 'string') return readTuple(value)
  // `MULTIPOINT ((1 2), (3 4))` has parentheses around each corner.
  if (depth === 0 && value.length === 1 && typeof value[0] === 'string') return readTuple(value[0])
  return value.map((inner) => toCoordinates(inner, depth - 1))
}

function readGeometry(text: string): object | null {
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
  // Text after the closing parenthesis means that the shape is damaged. It may have been part of a number.
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

/** Parses a shape in well-known text, with or without a prefix such as `SRID=4326;`. */
export function readWktShape(text: string): Shape {
  return readGeoJsonShape(readGeometry(text))
}
