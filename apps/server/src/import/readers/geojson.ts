import { StartRefused } from '../../platform/start-refused.ts'
import { readLines } from './json-objects.ts'
import { MAX_ROW, type Piece } from './row-limit.ts'
import { readText } from './chunks.ts'
import { readTopLevel } from './json-members.ts'
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

/** Returns a feature's properties. Esri's JSON has another name for them. A record without them is an object of its fields. */
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

function parsed(text: Piece, where: string, shared: Properties): RawRecord {
  if (text === null) return unreadable(where, `longer than ${MAX_ROW} characters`)
  try {
    const feature: unknown = JSON.parse(text)
    return isObject(feature) ? ofFeature(feature, where, shared) : unreadable(where, 'no GeoJSON feature')
  } catch (error) {
    return unreadable(where, `not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SHARED: readonly string[] = ['source', 'licence', 'license']
const SYSTEMS: readonly string[] = ['crs', 'srsName', 'spatialReference']
/** Members that contain a file's records if it isn't GeoJSON, best first. */
const LISTS: readonly string[] = [
  'elements',
  'records',
  'results',
  'items',
  'data',
  'rows',
  'entries',
  'spots',
  'skateparks',
  'skatespots',
  'parks',
  'places',
  'locations',
  'facilities',
  'venues',
  'markers',
  'points',
  'pois',
]

/** The list of a file's records: its key, or empty if the file is a list. Null if there is none. */
type List = { list: string | null }

/** Reads the members that apply to all of a file's features, or the feature itself if the file is a single feature. */
async function readMembers(file: string, encoding: string | undefined): Promise<Properties & List> {
  const members: Properties = {}
  const lists = new Set<string>()
  for await (const { key, text, head } of readTopLevel(readText(file, encoding), file)) {
    if (key === 'features') lists.add(key)
    else if (key === '') {
      if (head.startsWith('{')) lists.add('')
    } else if (LISTS.includes(key) && /^\[\s*\{/.test(head)) lists.add(key)
    else if (text !== null && ['type', 'id', 'properties', 'geometry', ...SHARED, ...SYSTEMS].includes(key))
      members[key] = parseJson(text)
  }
  return { ...members, list: ['features', '', ...LISTS].find((key) => lists.has(key)) ?? null }
}

/** @throws StartRefused if the file declares a different coordinate system */
function refuseOtherSystem(file: string, members: Properties): void {
  const system = findOtherSystem(
    SYSTEMS.map((name) => members[name]).find((value) => value !== undefined && value !== null),
  )
  if (system) throw new StartRefused(sayHowToConvert(file, `its coordinates are ${system}`))
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
  const { source, license, licence = license, list, ...whole } = await readMembers(file, encoding)
  refuseOtherSystem(file, whole)
  const shared = {
    ...(source === undefined ? {} : { source }),
    ...(licence === undefined ? {} : { licence }),
  }
  if (whole.type === 'Feature') return yield ofFeature(whole, 'feature 1', shared)
  if (list === null) throw new StartRefused(`${file} contains no GeoJSON features.`)
  const noun = list === 'features' ? 'feature' : 'record'
  let [count, found] = [0, 0]
  for await (const { key, text } of readTopLevel(readText(file, encoding), file, list)) {
    if (key !== list || text === '') continue
    count += 1
    const record = parsed(text, `${noun} ${count}`, shared)
    if (list === 'elements' && isOtherElement(record)) continue
    found += 1
    yield list === 'elements' ? nameElement(record) : record
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
