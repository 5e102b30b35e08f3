import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { parse as parseCsv } from 'csv-parse'
import { XMLParser } from 'fast-xml-parser'
import { StartRefused } from '../platform/start-refused.ts'

/** One record of a file: its line or number, its properties, and its position. */
export type RawRecord = {
  /** For messages: `feature 3`, `line 12`. */
  where: string
  properties: Record<string, unknown>
  at: { latitude: number; longitude: number } | null
}

type Feature = {
  type?: string
  id?: unknown
  properties?: Record<string, unknown> | null
  geometry?: { type?: string; coordinates?: unknown } | null
}

const pairsIn = (coordinates: unknown): [number, number][] => {
  if (!Array.isArray(coordinates)) return []
  const [x, y] = coordinates
  return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : coordinates.flatMap(pairsIn)
}

/** The centre of the bounding box of a shape; a point is its own centre. */
const middleOf = (pairs: readonly [number, number][]): RawRecord['at'] => {
  if (pairs.length === 0) return null
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { latitude: middle(ys), longitude: middle(xs) }
}

const ofFeature = (feature: Feature, where: string, shared: Record<string, unknown>): RawRecord => ({
  where,
  properties: { ...shared, ...(feature.id === undefined ? {} : { id: feature.id }), ...feature.properties },
  at: middleOf(pairsIn(feature.geometry?.coordinates)),
})

const jsonOf = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartRefused(`${what} is not JSON: ${(error as Error).message}`)
  }
}

async function* readGeoJson(file: string): AsyncGenerator<RawRecord> {
  const whole = jsonOf(await readFile(file, 'utf8'), file) as Feature & {
    features?: Feature[]
    source?: unknown
    licence?: unknown
    license?: unknown
  }
  const { source, licence = whole.license } = whole
  const shared = {
    ...(source === undefined ? {} : { source }),
    ...(licence === undefined ? {} : { licence }),
  }
  const features = whole.type === 'Feature' ? [whole] : whole.features
  if (!Array.isArray(features)) throw new StartRefused(`${file} holds no GeoJSON features.`)
  for (const [i, feature] of features.entries()) yield ofFeature(feature, `feature ${i + 1}`, shared)
}

/** GeoJSON with one feature per line, the form of large extracts. */
async function* readGeoJsonLines(file: string): AsyncGenerator<RawRecord> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    const json = text.replace(/^\u001e/, '').trim()
    if (json) yield ofFeature(jsonOf(json, `${file}, line ${line},`) as Feature, `line ${line}`, {})
  }
}

const number = (value: unknown): number => {
  const text = String(value ?? '')
    .trim()
    .replace(',', '.')
  return text === '' ? Number.NaN : Number(text)
}

const first = (record: Record<string, unknown>, names: readonly string[]): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== '')

const delimiterOf = async (file: string): Promise<string> => {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
  await handle.close()
  const [header = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
  const count = (mark: string) => header.split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

async function* readCsv(file: string): AsyncGenerator<RawRecord> {
  const rows = createReadStream(file).pipe(
    parseCsv({
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      delimiter: await delimiterOf(file),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  for await (const { record, info } of rows as AsyncIterable<{
    record: Record<string, string>
    info: { lines: number }
  }>) {
    const latitude = number(first(record, ['latitude', 'lat', 'y']))
    const longitude = number(first(record, ['longitude', 'lng', 'lon', 'long', 'x']))
    const at = Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude }
    yield { where: `line ${info.lines}`, properties: record, at }
  }
}

type Placemark = Record<string, unknown>

const placemarksIn = (node: unknown): Placemark[] => {
  if (Array.isArray(node)) return node.flatMap(placemarksIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'Placemark' ? (Array.isArray(value) ? value : [value]) : placemarksIn(value),
  )
}

const coordinatesIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(coordinatesIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'coordinates' ? [String(value)] : name === 'ExtendedData' ? [] : coordinatesIn(value),
  )
}

type Node = Record<string, unknown>

const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const extended = (mark: Placemark): Record<string, unknown> => {
  const data = mark.ExtendedData as
    | { Data?: unknown; SchemaData?: { SimpleData?: unknown } | { SimpleData?: unknown }[] }
    | undefined
  const pairs = [
    ...list(data?.Data as Node | Node[] | undefined).map((one) => [one['@name'], one.value]),
    ...list(data?.SchemaData).flatMap((schema) =>
      list(schema.SimpleData as Node | Node[] | undefined).map((one) => [one['@name'], one['#text']]),
    ),
  ]
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), value]))
}

async function* readKml(file: string): AsyncGenerator<RawRecord> {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
  let tree: unknown
  try {
    tree = parser.parse(await readFile(file, 'utf8'), true)
  } catch (error) {
    throw new StartRefused(`${file} is not KML: ${(error as Error).message}`)
  }
  for (const [i, mark] of placemarksIn(tree).entries()) {
    const pairs = coordinatesIn(mark).flatMap((text) =>
      text
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split(',').map(Number))
        .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
        .map(([x = 0, y = 0]): [number, number] => [x, y]),
    )
    yield {
      where: `placemark ${i + 1}`,
      properties: { id: mark['@id'], name: mark.name, description: mark.description, ...extended(mark) },
      at: middleOf(pairs),
    }
  }
}

const READERS: Record<string, (file: string) => AsyncGenerator<RawRecord>> = {
  '.geojson': readGeoJson,
  '.json': readGeoJson,
  '.geojsonl': readGeoJsonLines,
  '.geojsonseq': readGeoJsonLines,
  '.ndjson': readGeoJsonLines,
  '.kml': readKml,
  '.csv': readCsv,
  '.tsv': readCsv,
}

/**
 * Reads the records of a GeoJSON, KML or CSV file one after another. GeoJSON with one feature per line, and CSV, are
 * streamed.
 * @throws StartRefused for a file of another format
 */
export const readRecords = (file: string): AsyncGenerator<RawRecord> => {
  const reader = READERS[extname(file).toLowerCase()]
  if (!reader) throw new StartRefused(`${file}: give a file ending in ${Object.keys(READERS).join(', ')}.`)
  return reader(file)
}
