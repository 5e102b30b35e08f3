import { metresBetween } from '@nollie/contract/places/metres-between'
import { wrapLongitude } from '@nollie/contract/places/coordinates/wrap-longitude'
import { readCoordinates, seemsCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { findPlusCode } from '../modules/places/index.ts'
import { readAxis, toText } from './read-axes.ts'
import {
  findSpread,
  isOwnPair,
  type Pair as AxisPair,
  pairAxes,
  sayUnknown,
  type UnknownAxis,
  type UnknownPoint,
} from './columns/unknown-columns.ts'
import { readLink } from './read-link.ts'
import { findOtherSystem } from './readers/coordinate-system.ts'
import { readGeoJsonShape } from './readers/geojson-shape.ts'
import { type Located, locateShape, OUT_OF_RANGE, type Pair, UNREADABLE } from './readers/shape.ts'
import { isWkt, readSrid, readWktShape } from './readers/wkt-shape.ts'
import type { RawRecord } from './readers/raw-record.ts'

type Fields = Record<string, unknown>
type Position = Located & Pick<RawRecord, 'system'>

const NONE: Position = { at: null }
const SIZES = 'its degrees may be a width and a length in meters: the names of their columns mean both'
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
    return {
      at: { latitude: y, longitude: wrapLongitude(x) },
      ...(fields.has_sizes === true && { doubt: SIZES }),
    }
  if (x === 'unclear') return refuse(UNCLEAR)
  if (LARGE.test(lat) || LARGE.test(lng)) {
    const far: Pair = [Number(lng.replace(',', '.')), Number(lat.replace(',', '.'))]
    return { ...refuse(UNREADABLE), far }
  }
  return refuse(UNREADABLE)
}

/** Recognizes meters in a national grid by the names of their columns. They are never degrees, even if they are small. */
function readGrid(fields: Fields): Position {
  const [pair] = pairAxes(listAxes(fields)).filter(isLarge)
  const [x, y] = [
    toText(pair?.longitude.value ?? fields.easting),
    toText(pair?.latitude.value ?? fields.northing),
  ]
  if (!LARGE.test(x) || !LARGE.test(y)) return NONE
  return { ...refuse(UNREADABLE), far: [Number(x.replace(',', '.')), Number(y.replace(',', '.'))] }
}

function listAxes({ unknown_axes }: Fields): UnknownAxis[] {
  return Array.isArray(unknown_axes) ? unknown_axes : []
}

function isLarge({ latitude, longitude }: AxisPair): boolean {
  return LARGE.test(toText(latitude.value)) && LARGE.test(toText(longitude.value))
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

const SURVEYED = /^(-?\d{1,3}\.\d+) (-?\d{1,3}\.\d+) (-?\d{1,4}(?:\.\d+)?) (\d{1,4}(?:\.\d+)?)$/

/** Removes the altitude and accuracy that surveys add to a position. Doesn't change the four numbers of a box. */
function cutAltitude(text: string): string {
  const [, a = '', b = '', c, d] = SURVEYED.exec(text) ?? []
  const isBox = Math.abs(Number(a) - Number(c)) < 1 && Math.abs(Number(b) - Number(d)) < 1
  return a === '' || isBox ? text : `${a} ${b}`
}

/** The order of two numbers in a text without letters. Null if it isn't stated; the latitude then comes first. */
type Order = 'lat_lng' | 'lng_lat' | null

async function readText(text: string, town: string, order: Order = null): Promise<Position> {
  if (text === '') return NONE
  const shape = readShapeText(text)
  if (shape) return shape
  // There is no number before this separator, so the separator may have been a digit or a sign.
  if (/(?:^|[,;]\s*)[,;]\s*[\d.+-]/.test(text)) return refuse(UNREADABLE)
  const isLngFirst = order === 'lng_lat' && !/\p{L}/u.test(text)
  const pair = cutAltitude(text)
  const typed = readCoordinates(isLngFirst ? `lng/lat: ${pair}` : pair)
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

/**
 * Returns the position in columns whose names the import doesn't know, flagged for a person to check. If there are
 * several positions, they must agree.
 */
async function readUnknown(fields: Fields, town: string): Promise<Position> {
  const points = Array.isArray(fields.unknown_points) ? (fields.unknown_points as UnknownPoint[]) : []
  const found: { columns: string[]; position: Position }[] = []
  for (const { latitude, longitude } of pairAxes(listAxes(fields)).filter(isOwnPair))
    found.push({
      columns: [latitude.column, longitude.column],
      position: readColumns({ latitude: latitude.value, longitude: longitude.value }),
    })
  for (const { column, text } of points)
    found.push({ columns: [column], position: await readText(text, town) })
  const own = found.filter(({ position }) => position.at && !isNowhere(position))
  const [first] = own
  if (!first) return NONE
  const spread = findSpread(own.flatMap(({ position }) => position.at ?? []))
  return spread === null
    ? { ...first.position, doubt: sayUnknown(first.columns) }
    : refuse(`its positions in columns with unknown names are ${(spread / 1000).toFixed(1)} km apart`)
}

function isNowhere({ at }: Position): boolean {
  return at !== null && Math.abs(at.latitude) < 1e-6 && Math.abs(at.longitude) < 1e-6
}

function saysNothing(position: Position): boolean {
  return (position.at === null && !position.unreadable && !position.isLine) || isNowhere(position)
}

/**
 * A latitude field without a longitude field may contain both numbers. They need a separator: in `-68.02-57.42`, the
 * second sign may have been meant as one. Text that is a latitude itself, such as `52,5`, isn't both.
 */
function readBothInOne(fields: Fields): unknown {
  const { latitude, longitude } = fields
  const isOne = toText(longitude) !== '' || isAlone(fields)
  return isOne || /\d[+-]\d/.test(toText(latitude)) ? null : latitude
}

function isAlone({ latitude, longitude }: Fields): boolean {
  return toText(longitude) === '' && readAxis({ latitude }, 'latitude') !== null
}

/**
 * Returns the position in a record's fields: from two columns, a shape, a single string, or a map link. The first one
 * found is used. `0,0` means no position, because programs write it for missing values.
 */
async function readFields(fields: Fields): Promise<Position> {
  const columns = readColumns(fields)
  if (!saysNothing(columns) && !columns.far) return columns
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
  for (const position of [readLinks(fields), await readUnknown(fields, town)])
    if (!saysNothing(position)) return position
  if (columns.far) return columns
  const grid = readGrid(fields)
  if (!saysNothing(grid)) return grid
  return isAlone(fields) ? refuse(UNREADABLE) : columns
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
