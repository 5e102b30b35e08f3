import type { RawRecord } from './raw-record.ts'
import { toOsmRecord } from './osm.ts'
import { findMiddle } from './shape.ts'
import { isSkatePlace } from './skate-place.ts'

type Fields = Record<string, unknown>

function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function isElement({ type, id }: Fields): boolean {
  return ['node', 'way', 'relation'].includes(String(type)) && typeof id === 'number'
}

/**
 * Whether a record is an OpenStreetMap element that isn't a place to skate. Most of them are only the corners of one.
 */
export function isOtherElement({ properties }: RawRecord): boolean {
  return isElement(properties) && !isSkatePlace(toObject(properties.tags))
}

/** Returns a position from two numbers, or null. */
function toPoint({ lat, lon }: Fields): RawRecord['at'] {
  return typeof lat === 'number' && typeof lon === 'number' ? { latitude: lat, longitude: lon } : null
}

function toMiddle({ minlat, minlon, maxlat, maxlon }: Fields): RawRecord['at'] {
  const corners = [minlon, minlat, maxlon, maxlat]
  if (!corners.every((one) => typeof one === 'number')) return null
  const [west, south, east, north] = corners as [number, number, number, number]
  return findMiddle([
    [west, south],
    [east, north],
  ])
}

/** Converts a record that is an OpenStreetMap element in Overpass's JSON format. Returns other records unchanged. */
export function nameElement(record: RawRecord): RawRecord {
  const { properties } = record
  if (!isElement(properties)) return record
  const tags = Object.entries(toObject(properties.tags)).filter(([, value]) => typeof value === 'string')
  const at =
    toPoint(properties) ?? toPoint(toObject(properties.center)) ?? toMiddle(toObject(properties.bounds))
  const id = `${String(properties.type)}/${String(properties.id)}`
  return toOsmRecord(id, Object.fromEntries(tags) as Record<string, string>, { at })
}
