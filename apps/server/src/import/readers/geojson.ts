import { StartRefused } from '../../platform/start-refused.ts'
import { lines } from '../tables/json-objects.ts'
import { MAX_ROW, type Piece } from '../tables/row-limit.ts'
import { textOfFile } from './chunks.ts'
import { topLevelOf } from './json-members.ts'
import { middleOf, pairsIn, type RawRecord, unreadable } from './raw-record.ts'

type Properties = Record<string, unknown>

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ofFeature = (feature: Properties, where: string, shared: Properties): RawRecord => ({
  where,
  properties: {
    ...shared,
    ...(feature.id === undefined ? {} : { id: feature.id }),
    ...(isObject(feature.properties) ? feature.properties : {}),
  },
  at: isObject(feature.geometry) ? middleOf(pairsIn(feature.geometry.coordinates)) : null,
})

const parsed = (text: Piece, where: string, shared: Properties): RawRecord => {
  if (text === null) return unreadable(where, `longer than ${MAX_ROW} characters`)
  try {
    const feature: unknown = JSON.parse(text)
    return isObject(feature) ? ofFeature(feature, where, shared) : unreadable(where, 'no GeoJSON feature')
  } catch (error) {
    return unreadable(where, `not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const SHARED: readonly string[] = ['source', 'licence', 'license']

/** What the file says of all its features; and of a file that is one feature, that. */
const membersOf = async (file: string, encoding: string | undefined): Promise<Properties> => {
  const members: Properties = {}
  for await (const { key, text } of topLevelOf(textOfFile(file, encoding), file)) {
    if (key === 'features') members.features = true
    else if (text !== null && ['type', 'id', 'properties', 'geometry', ...SHARED].includes(key))
      members[key] = valueOf(text)
  }
  return members
}

/** The features of a GeoJSON file. It is read twice, because what it says of all features may stand behind them. */
export async function* readGeoJson(file: string, encoding?: string): AsyncGenerator<RawRecord> {
  const { source, license, licence = license, ...whole } = await membersOf(file, encoding)
  const shared = {
    ...(source === undefined ? {} : { source }),
    ...(licence === undefined ? {} : { licence }),
  }
  if (whole.type === 'Feature') return yield ofFeature(whole, 'feature 1', shared)
  if (whole.features === undefined) throw new StartRefused(`${file} holds no GeoJSON features.`)
  let count = 0
  for await (const { key, text } of topLevelOf(textOfFile(file, encoding), file)) {
    if (key !== 'features' || text === '') continue
    count += 1
    yield parsed(text, `feature ${count}`, shared)
  }
}

/** GeoJSON with one feature per line, the form of large extracts. */
export async function* readGeoJsonLines(file: string, encoding?: string): AsyncGenerator<RawRecord> {
  let line = 0
  for await (const text of lines(textOfFile(file, encoding))) {
    line += 1
    const json = text === null ? null : text.replace(/^\u001e/, '').trim()
    if (json !== '') yield parsed(json, `line ${line}`, {})
  }
}
