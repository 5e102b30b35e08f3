import { metresBetween } from '@nollie/contract/places/metres-between'
import { wrapLongitude } from '@nollie/contract/places/coordinates/wrap-longitude'
import { readCoordinates, seemsCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { findPlusCode } from '../modules/places/index.ts'
import { readAxis, toText } from './read-axes.ts'
import { readLink } from './read-link.ts'
import { findOtherSystem } from './readers/coordinate-system.ts'
import { readGeoJsonShape } from './readers/geojson-shape.ts'
import { type Located, locateShape, OUT_OF_RANGE, type Pair, UNREADABLE } from './readers/shape.ts'
import { isWkt, readSrid, readWktShape } from './readers/wkt-shape.ts'
import type { RawRecord } from './readers/raw-record.ts'

type Fields = Record<string, unknown>
type Position = Located & Pick<RawRecord, 'system'>

const NONE: Position = { at: null }
const UNCLEAR = 'the O in its coordinates is east in German and west in Spanish and French: write E or W'

function refuse(unreadable: string): Position {
  return { at: null, unreadable }
}

/** Numbers with more than three digits before the decimal point can't be degrees. */
const LARGE = /^\s*([+-]?\d{4,9}(?:[.,]\d+)?)\s*$/
const LARGE_PAIR = /^\D*?(-?\d{4,9}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{4,9}(?:\.\d+)?)\D*$/

function readColumns(fields: Fields): Position {
  const [lat, lng] = [toText(fields.latitude), toText(fields.longitude)]
  if (lat === '' || lng === '') return NONE
  const [y, x] = [readAxis(fields, 'latitude'), readAxis(fields, 'longitude')]
  if (typeof y === 'number' && typeof x === 'number')
    return { at: { latitude: y, longitude: wrapLongitude(x) } }
  if (x === 'unclear') return refuse(UNCLEAR)
  if (LARGE.test(lat) || LARGE.test(lng)) {
    const far: Pair = [Number(lng.replace(',', '.')), Number(lat.replace(',', '.'))]
    return { ...refuse(UNREADABLE), far }
  }
  return refuse(UNREADABLE)
}

/** Recognizes meters in a national grid by the names of their columns. They are never degrees, even if they are small. */
function readGrid(fields: Fields): Position {
  const [x, y] = [toText(fields.easting), toText(fields.northing)]
  if (!LARGE.test(x) || !LARGE.test(y)) return NONE
  return { ...refuse(UNREADABLE), far: [Number(x.replace(',', '.')), Number(y.replace(',', '.'))] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Parses a shape in well-known text or GeoJSON. Returns null for any other text. */
function readShapeText(text: string): Position | null {
  if (isWkt(text)) {
    const srid = readSrid(text)
    const system = srid === null || srid === '0' ? null : findOtherSystem(srid)
    return system ? { ...refuse(`its coordinates are ${system}`), system } : locateShape(readWktShape(text))
  }
  if (!/^\{.*"type"/s.test(text)) return null
  const json = parseJson(text) as { geometry?: unknown } | null
  return locateShape(readGeoJsonShape(json?.geometry ?? json))
}

/** The order of two numbers in a text without letters; null if nothing states it, so that the latitude comes first. */
type Order = 'lat_lng' | 'lng_lat' | null

async function readText(text: string, town: string, order: Order = null): Promise<Position> {
  if (text === '') return NONE
  const shape = readShapeText(text)
  if (shape) return shape
  // There is no number before this separator, so it may have been a digit or a sign.
  if (/(?:^|[,;]\s*)[,;]\s*[\d.+-]/.test(text)) return refuse(UNREADABLE)
  const isLngFirst = order === 'lng_lat' && !/\p{L}/u.test(text)
  const typed = readCoordinates(isLngFirst ? `lng/lat: ${text}` : text)
  if (typed.kind === 'point') return { at: { latitude: typed.latitude, longitude: typed.longitude } }
  if (typed.kind === 'out-of-range') return refuse(OUT_OF_RANGE)
  if (typed.kind === 'unclear') return refuse(UNCLEAR)
  if (typed.kind === 'plus-code') {
    const place = await findPlusCode({ ...typed, town: typed.town || town }, null)
    return place ? { at: place.at } : refuse(`the town in its plus code ${typed.code} is unknown`)
  }
  const [, x, y] = LARGE_PAIR.exec(text) ?? []
  if (x && y) return { ...refuse(UNREADABLE), far: [Number(x), Number(y)] }
  return seemsCoordinates(text) ? refuse(UNREADABLE) : NONE
}

/** If the links of a record are farther apart than this, they lead to different places. */
const MAX_LINK_SPREAD_METRES = 100

/** Returns the position in a record's map links, in any field. Ignores other links. */
function readLinks({ link, source_url, map_links }: Fields): Position {
  const texts = [link, ...(Array.isArray(map_links) ? map_links : []), source_url].map(toText)
  const points = texts.flatMap((text) => readLink(text) ?? [])
  const [first] = points
  if (!first) return NONE
  const spread = Math.max(...points.map((point) => metresBetween(first, point)))
  return spread > MAX_LINK_SPREAD_METRES
    ? refuse(`its map links are ${(spread / 1000).toFixed(1)} km apart`)
    : { at: first }
}

function isNowhere({ at }: Position): boolean {
  return at !== null && Math.abs(at.latitude) < 1e-6 && Math.abs(at.longitude) < 1e-6
}

function saysNothing(position: Position): boolean {
  return (position.at === null && !position.unreadable && !position.isLine) || isNowhere(position)
}

/**
 * A latitude field without a longitude field may contain both numbers. They need a separator: in `-68.02-57.42`, the
 * second sign may have been one.
 */
function readBothInOne({ latitude, longitude }: Fields): unknown {
  return toText(longitude) !== '' || /\d[+-]\d/.test(toText(latitude)) ? null : latitude
}

/**
 * Returns the position in a record's fields: from two columns, a shape, a single string, or a map link. The first one
 * found is used. `0,0` means no position, because programs write it for missing values.
 */
async function readFields(fields: Fields): Promise<Position> {
  const columns = readColumns(fields)
  if (!saysNothing(columns)) return columns
  const town = toText(fields.city) || toText(fields.address)
  for (const { value, order = null } of [
    { value: fields.wkt },
    { value: fields.lat_lng, order: 'lat_lng' as const },
    { value: fields.lng_lat, order: 'lng_lat' as const },
    { value: fields.position },
    { value: readBothInOne(fields) },
  ]) {
    const position =
      typeof value === 'object' && value !== null
        ? locateShape(readGeoJsonShape(value))
        : await readText(toText(value), town, order)
    if (!saysNothing(position)) return position
  }
  const link = readLinks(fields)
  if (!saysNothing(link)) return link
  const grid = readGrid(fields)
  return saysNothing(grid) ? columns : grid
}

/** Fills in a record's position from its fields if its geometry has none. */
export async function readPosition(record: RawRecord): Promise<RawRecord> {
  if (record.unreadable || record.isLine || !saysNothing(record)) return record
  const found = await readFields(record.properties)
  if (!saysNothing(found)) {
    const system = findOtherSystem(record.properties.srid ?? record.properties.crs)
    return system
      ? { ...record, ...refuse(`its coordinates are ${system}`), system }
      : { ...record, ...found }
  }
  return record.at || found.at ? { ...record, at: null, unreadable: 'no position (0,0)' } : record
}
