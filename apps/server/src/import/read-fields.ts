import { findSize } from './columns/axis-words.ts'
import { findMeaning, isPlaceColumn, normalizeName, type Meaning } from './columns/find-meaning.ts'
import { isAddress, isPlaceText } from './columns/place-texts.ts'
import type { Side } from './columns/position-words.ts'
import { convertHtml, toPlainText } from './plain-text.ts'
import { isMapLink } from './read-link.ts'
import { unwrapTyped } from './typed-values.ts'
import { UnknownColumns } from './columns/unknown-columns.ts'

/** A record's fields under the import's own names, no matter what the file calls them. */
export type Fields = Record<string, unknown>

type Found = { rank: number; value: unknown; isOfSide: boolean }
type Named = Record<string, unknown>

/** Where a value is within a record. */
type Place = {
  depth: number
  /** Whether the surrounding objects represent the record itself rather than something related to it. */
  isRecord: boolean
  /** Whether a name here is the spot's name. */
  isSpot: boolean
  /** Whether a surrounding object is a position, so that objects in it are its parts. */
  isInPosition?: boolean
}
const TOP: Place = { depth: 0, isRecord: true, isSpot: true }

/** Maximum depth. Deeper objects don't describe the spot itself. Google Takeout nests positions two levels deep. */
const MAX_DEPTH = 3
/** Maximum depth within a position: `location.coordinates.wgs84.lon`. */
const MAX_POSITION_DEPTH = 5
/** The rank penalty per level of nesting, so that outer fields win. */
const DEPTH_RANK = 1_000
/** The rank penalty for values that are unlikely to be a position, so that other fields win. */
const UNLIKELY_RANK = 100_000
/** Meters, not degrees. */
const METERS = /^\s*[+-]?[1-9]\d{3,}(?:[.,]\d+)?\s*$/
const SHORT = /^\s*[+-]?\d{1,3}(?:[.,]\d{1,2})?\s*$/
/** A name or an address: words, without the characters typical of links, labels, shapes, and plus codes. */
const PROSE = /^(?=.*\p{L}{4})[^:{(+°=]*$/su

/** Fields with text that may contain HTML. */
const TEXTS = new Set(['name', 'description', 'address', 'street', 'city', 'state', 'country', 'postal_code'])
/** Fields whose links are read together with their other values. */
const POSITIONS = new Set(['position', 'lat_lng', 'lng_lat', 'wkt', 'latitude', 'longitude'])
/** Maximum number of map links per record. They only give a position, so a few are enough. */
const MAX_LINKS = 20
/** Fields whose lists and objects are passed on unchanged. */
const SHAPES = new Set(['position', 'lat_lng', 'lng_lat', 'wkt', 'spot_types', 'type', 'category'])

function normalizeAll(names: string): Set<string> {
  return new Set(names.split(' ').map(normalizeName))
}

/** Objects that represent the record itself. Only their ids and sources belong to the record. */
const WRAPPERS = normalizeAll(
  'properties attributes fields tags other_tags data spot feature record item node extensions metadata',
)
const OF_THE_RECORD = new Set(['id', 'source', 'licence', 'source_url'])
/** Objects about another person or subject, whose names are not the spot's. */
const OTHERS = normalizeAll(
  `user owner author creator created_by updated_by added_by operator contact manager organization organisation publisher provider
  image images photo photos picture pictures media video videos icon style crs bbox links parent children list folder layer
  reviews review comments event events shop designer builder sponsor`,
)
/** Fields that contain the text, in objects that represent text. */
const LABELS = [
  'plain_text',
  'name',
  'primary',
  'title',
  'label',
  'value',
  'text',
  'en',
  'default',
  'long_name',
  'rendered',
]

function isObject(value: unknown): value is Named {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** OpenStreetMap tags as some converters write them: `"sport"=>"skateboard","lit"=>"yes"`. */
const TAGS = /"((?:[^"\\]|\\.)+)"=>"((?:[^"\\]|\\.)*)"/g

/** Returns the object that a table stores as text, the first object or the only value in a list, or a typed value. */
function parseNested(given: unknown): unknown {
  const value = isObject(given) ? unwrapTyped(given) : given
  if (Array.isArray(value) && isObject(value[0])) return value[0]
  if (Array.isArray(value) && value.length === 1 && !Array.isArray(value[0])) return value[0]
  if (typeof value !== 'string') return value
  if (value.startsWith('"') && value.includes('"=>"'))
    return Object.fromEntries([...value.matchAll(TAGS)].map(([, name = '', text = '']) => [name, text]))
  if (!/^\s*\{.*\}\s*$/s.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Flattened GeoJSON has the longitude first: `[13.4, 52.5]` under `geometry.coordinates`. Returns it as a geometry, and
 * other values unchanged.
 */
function parseCoordinates(name: string, value: unknown): unknown {
  const isFlattened = /(?:^|[./])(?:geometry|geom|location|loc|point)[./]coordinates$/i.test(name)
  if (!isFlattened || typeof value !== 'string' || !/^\s*\[.*\]\s*$/s.test(value)) return value
  const geometry = parseNested(`{"type":"Point","coordinates":${value}}`)
  return isObject(geometry) ? geometry : value
}

/** Returns text if the KML reader or another converter marked it as HTML, or null. */
function findHtml(value: Named): string | null {
  return value['@type'] === 'html' && typeof value.value === 'string' ? value.value : null
}

function findText(value: Named): string | null {
  const names = [...LABELS, ...Object.keys(value).filter((name) => /^[a-z]{2}(-[A-Za-z]+)?$/.test(name))]
  const text = names.map((name) => value[name]).find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof text === 'string' ? text : null
}

/**
 * Splits a name such as `properties.location.name`, as tables use for nested fields. Null if it's inside an object about
 * something else.
 */
function splitName(name: string, place: Place): { name: string; place: Place } | null {
  const parts = findMeaning(name) ? [] : name.split(/[./]/)
  const around = parts.slice(0, -1).map(normalizeName)
  if (around.some((part) => OTHERS.has(part))) return null
  return {
    name: parts.at(-1) ?? name,
    place: {
      ...place,
      depth: place.depth + around.length,
      isRecord: place.isRecord && around.every((part) => WRAPPERS.has(part)),
      isSpot: place.isSpot && around.every((part) => part !== 'address'),
    },
  }
}

/** Collects a record's fields. */
class FieldCollector {
  readonly #found = new Map<string, Found>()
  readonly #links: string[] = []
  readonly #unknown = new UnknownColumns()
  /** Texts in columns called only `Site`, `Location`, and so on. */
  readonly placeTexts: string[] = []
  readonly #sides = new Set<Side>()
  #hasSizes = false
  #isBroken = false

  /** Whether any text contains bytes that are invalid in the file's encoding. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  get fields(): Fields {
    // Columns for opposite sides are the edges of a box.
    const isBox =
      (this.#sides.has('N') && this.#sides.has('S')) || (this.#sides.has('E') && this.#sides.has('W'))
    const fields: Fields = {}
    for (const [field, { value, isOfSide }] of this.#found) if (!(isBox && isOfSide)) fields[field] = value
    if (this.#links.length > 0) fields.map_links = this.#links
    if (this.#hasSizes) fields.has_sizes = true
    if (this.#unknown.axes.length > 0) fields.unknown_axes = this.#unknown.axes
    if (this.#unknown.points.length > 0) fields.unknown_points = this.#unknown.points
    return fields
  }

  collect(properties: Named, place: Place): void {
    for (const [name, given] of Object.entries(properties)) {
      const value = parseCoordinates(name, parseNested(given))
      if (isEmpty(value)) continue
      if (typeof value === 'string' && value.includes('\uFFFD')) this.#isBroken = true
      const inner = splitName(name, place)
      if (!inner) continue
      if (isObject(value)) this.#collectObject(inner.name, value, inner.place)
      else this.#collectValue(inner.name, value, inner.place)
    }
  }

  #collectObject(name: string, value: Named, place: Place): void {
    const meaning = findMeaning(name)
    const html = findHtml(value)
    if (html !== null) {
      const text = convertHtml(html)
      this.#collectLink(text)
      if (meaning) this.#add(meaning, text, place)
      return
    }
    const { field = '' } = meaning ?? {}
    const { isLabel, isNest } = chooseReading(field)
    if (meaning && isLabel) this.#add(meaning, cleanText(field, findText(value)), place)
    if (meaning && SHAPES.has(field) && isShape(value)) this.#add(meaning, value, place)
    if (!meaning && value.type === 'Point' && isShape(value) && place.isSpot)
      this.#unknown.collect(name, JSON.stringify({ type: 'Point', coordinates: value.coordinates }))
    const key = normalizeName(name)
    const depth = place.depth + 1
    const isInPosition = POSITIONS.has(field) || place.isInPosition === true
    if (!isNest || OTHERS.has(key) || depth >= (isInPosition ? MAX_POSITION_DEPTH : MAX_DEPTH)) return
    const isRecord = place.isRecord && WRAPPERS.has(key)
    this.collect(value, { depth, isRecord, isInPosition, isSpot: place.isSpot && field !== 'address' })
  }

  #collectLink(text: unknown): void {
    if (typeof text === 'string' && this.#links.length < MAX_LINKS && isMapLink(text))
      this.#links.push(text.trim())
  }

  #collectValue(name: string, value: unknown, place: Place): void {
    const meaning = findMeaning(name)
    if (!POSITIONS.has(meaning?.field ?? '')) this.#collectLink(value)
    if (meaning) this.#addValue(meaning, value, place)
    if (isSize(meaning, name, value)) this.#hasSizes = true
    if (!meaning && place.isSpot) this.#unknown.collect(name, value)
    const isPlace = (!meaning || meaning.field === 'position') && place.isRecord && isPlaceColumn(name)
    if (isPlace && typeof value === 'string' && this.placeTexts.length < MAX_LINKS)
      this.placeTexts.push(value)
  }

  #addValue(meaning: Meaning, value: unknown, place: Place): void {
    const isList = Array.isArray(value)
    if (isList && !SHAPES.has(meaning.field)) return
    this.#add(meaning, cleanText(meaning.field, value), place)
  }

  #add({ field, rank, side }: Meaning, given: unknown, { depth, isRecord, isSpot }: Place): void {
    // Text that consists only of tags counts as empty.
    if (isEmpty(given) || (!isRecord && OF_THE_RECORD.has(field)) || (!isSpot && field === 'name')) return
    if (side) this.#sides.add(side)
    // Numbers are positive in the north and east, so a sign may contradict the name.
    const value = side === 'S' || side === 'W' ? `${String(given)} ${side}` : given
    const found = {
      isOfSide: side !== undefined,
      rank: rank + depth * DEPTH_RANK + (isUnlikely(field, given) ? UNLIKELY_RANK : 0),
      value,
    }
    const before = this.#found.get(field)
    if (!before || found.rank < before.rank) this.#found.set(field, found)
  }
}

function isUnlikely(field: string, value: unknown): boolean {
  if (field === 'latitude' || field === 'longitude') return METERS.test(String(value))
  return field === 'position' && typeof value === 'string' && PROSE.test(value)
}

/**
 * Whether a number may be a width or a length in meters: the name also has that meaning, and the number has few
 * decimals.
 */
function isSize(meaning: Meaning | null, name: string, value: unknown): boolean {
  if (meaning?.field !== 'latitude' && meaning?.field !== 'longitude') return false
  return SHORT.test(String(value)) && findSize(name.trim()) !== null
}

function cleanText(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || !TEXTS.has(field)) return value
  const text = toLines(field, toPlainText(value))
  // A map link gives the position. It isn't a name or an address.
  return field !== 'description' && isMapLink(text) ? null : text
}

/** Removes line breaks, except in descriptions. */
function toLines(field: string, text: string): string {
  return field === 'description' ? text : text.replaceAll(/\s+/g, ' ')
}

function isShape({ type, coordinates, geometries }: Named): boolean {
  return typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries))
}

/** Determines whether an object in this field represents text, and whether it contains the record's own fields. */
function chooseReading(field: string): { isLabel: boolean; isNest: boolean } {
  const isKind = field === 'type' || field === 'category' || field === 'spot_types'
  // `spot: { name, lat, lng }` is the spot itself under a word that also means its name.
  const isDetails = field === 'name' || field === 'address' || field === 'description'
  return { isLabel: TEXTS.has(field) || isKind, isNest: isDetails || (!TEXTS.has(field) && !isKind) }
}

/** Returns the name or the address in columns called only `Site` or `Location`, for records that lack them. */
function readPlaceTexts(texts: readonly string[], { name, address }: Fields): Fields {
  const found: Fields = {}
  for (const text of texts) {
    const field = isAddress(text) ? 'address' : 'name'
    const isNeeded = isEmpty(field === 'name' ? name : address) && found[field] === undefined
    const plain = isNeeded ? toLines(field, toPlainText(text)) : ''
    if (isNeeded && isPlaceText(plain)) found[field] = plain
  }
  return found
}

/**
 * Reads a record's fields, no matter what case, language, or nesting the file uses. If several values match a field,
 * the import's exact name wins, then the order in FIELD_NAMES, then the outermost object. Empty values never win.
 */
export function readFields(properties: Named): { fields: Fields; isBroken: boolean } {
  const collector = new FieldCollector()
  collector.collect(properties, TOP)
  const { street, house_number, ...fields } = collector.fields
  const address = fields.address ?? joinStreet(street, house_number)
  const given = isEmpty(address) ? fields : { ...fields, address }
  return {
    fields: { ...given, ...readPlaceTexts(collector.placeTexts, given) },
    isBroken: collector.isBroken,
  }
}

function joinStreet(street: unknown, number: unknown): unknown {
  return isEmpty(street) || isEmpty(number) ? street : `${String(street)} ${String(number)}`
}
