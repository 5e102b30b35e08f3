import { StartRefused } from '../../platform/start-refused.ts'
import { readLines } from './json-objects.ts'
import { MAX_ROW, type Piece } from './row-limit.ts'
import { readText } from './chunks.ts'
import { type Opens, readMembers, splitPath } from './json-members.ts'
import { type JsonOutline, outlineJson } from './json-lists.ts'
import { findOtherSystem, sayHowToConvert } from './coordinate-system.ts'
import { readGeoJsonShape } from './geojson-shape.ts'
import { type RawRecord, type SayNothing, unreadable } from './raw-record.ts'
import { findMiddle, locateShape } from './shape.ts'
import { isOtherElement, nameElement } from './overpass-json.ts'
import { isSkatePlace } from './skate-place.ts'

type Properties = Record<string, unknown>

function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a feature's position. Some places to skate in OpenStreetMap are lines. */
function locate({ crs, geometry }: Properties, properties: Properties): Partial<RawRecord> {
  if (!isObject(geometry)) return {}
  const system = findOtherSystem(crs ?? geometry.crs ?? geometry.srsName)
  if (system) return { system, unreadable: `its coordinates are ${system}` }
  const shape = readGeoJsonShape(geometry)
  const located = locateShape(shape)
  return located.isLine && isSkatePlace(properties) ? { at: findMiddle(shape.lines.flat()) } : located
}

/**
 * Returns a feature's properties. Esri's JSON uses a different name for them. In a record without them, the object's
 * own fields are used.
 */
function findProperties(feature: Properties): Properties {
  const { properties, attributes, geometry, type, ...record } = feature
  const given = properties ?? attributes
  if (isObject(given)) return given
  if (type === 'Feature') return {}
  const isShape = isObject(geometry) && geometry.type !== undefined
  return { ...record, type, ...(isShape ? {} : { geometry }) }
}

function ofFeature(feature: Properties, where: string, shared: Properties): RawRecord {
  const properties = findProperties(feature)
  const id = feature.id === undefined ? {} : { id: feature.id }
  return { where, properties: { ...shared, ...id, ...properties }, at: null, ...locate(feature, properties) }
}

type Convert = (value: unknown) => unknown

/** Returns a function that converts a list of values to an object with the columns' names as keys. */
function nameValues(columns: readonly string[]): Convert {
  return (values) =>
    Array.isArray(values) ? Object.fromEntries(columns.map((name, at) => [name, values[at]])) : values
}

function parsed(
  text: Piece,
  where: string,
  shared: Properties,
  convert: Convert = (value) => value,
): RawRecord {
  if (text === null) return unreadable(where, `longer than ${MAX_ROW} characters`)
  try {
    const feature: unknown = convert(JSON.parse(text))
    return isObject(feature) ? ofFeature(feature, where, shared) : unreadable(where, 'no GeoJSON feature')
  } catch (error) {
    return unreadable(where, `not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}

/** @throws StartRefused if the file declares a different coordinate system */
function refuseOtherSystem(file: string, { system }: JsonOutline): void {
  const other = findOtherSystem(system)
  if (other) throw new StartRefused(sayHowToConvert(file, `its coordinates are ${other}`))
}

function readShared({ source, license, licence = license }: Properties): Properties {
  return { ...(source === undefined ? {} : { source }), ...(licence === undefined ? {} : { licence }) }
}

/** Whether a list is in the object at a path. */
function isAround(path: string, list: string): boolean {
  return splitPath(path).every((key, at) => key === splitPath(list)[at]) && path !== list
}

/** Opens a list and the objects around it. */
function opensList(list: string): Opens {
  return (path, mark) => (mark === '[' ? path === list : isAround(path, list))
}

/**
 * Reads a GeoJSON file's features, or the records of other JSON with a list of them. Reads the file twice, because
 * members that apply to all features may come after them.
 */
export async function* readGeoJson(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  const outline = await outlineJson(file, encoding)
  refuseOtherSystem(file, outline)
  const shared = readShared(outline.shared)
  const { list, feature } = outline
  if (feature.type === 'Feature') return yield ofFeature(feature, 'feature 1', shared)
  if (list === null) throw new StartRefused(`${file} contains no GeoJSON features.`)
  const name = splitPath(list).at(-1)
  const [noun, isOsm] = [name === 'features' ? 'feature' : 'record', name === 'elements']
  const convert = outline.kind === 'rows' && outline.columns ? nameValues(outline.columns) : undefined
  let [count, found] = [0, 0]
  for await (const { path, text } of readMembers(readText(file, encoding), file, opensList(list))) {
    if (path !== list || text === '') continue
    count += 1
    const record = parsed(text, `${noun} ${count}`, shared, convert)
    if (isOsm && isOtherElement(record)) continue
    found += 1
    yield isOsm ? nameElement(record) : record
  }
  if (found === 0) sayNothing(count === 0 ? `no ${noun}s` : 'no places to skate')
}

/** Reads GeoJSON with one feature per line, as in large extracts. */
export async function* readGeoJsonLines(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  let line = 0
  let isEmpty = true
  for await (const text of readLines(readText(file, encoding))) {
    line += 1
    const json = text === null ? null : text.replace(/^\u001e/, '').trim()
    if (json === '') continue
    isEmpty = false
    yield parsed(json, `line ${line}`, {})
  }
  if (isEmpty) sayNothing('it is empty')
}
