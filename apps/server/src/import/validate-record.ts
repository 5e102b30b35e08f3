import { createHash } from 'node:crypto'
import {
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  type RefusalKind,
  type SpotType,
  toSpotType,
} from '@nollie/contract'
import { NewSpotFields } from '@nollie/contract/spots'
import { isText } from '@nollie/contract/texts'
import type { z } from 'zod'
import type { SourceRecord } from '../modules/spots/index.ts'
import { readSentence, writeIn } from '../platform/languages/index.ts'
import { parseFacts, type RecordFacts } from './facts-in-record.ts'
import type { RawRecord } from './read-records.ts'

const ImportedSpot = NewSpotFields.omit({
  media_ids: true,
  draft_id: true,
  audience: true,
  crew_id: true,
  precision: true,
  exact_for: true,
  opens_at: true,
})
/** A spot's data from a source. If the name is empty, one has to be generated. */
export type ImportedSpot = z.output<typeof ImportedSpot>

/** Defaults for records that lack these fields. */
export type Defaults = { source?: string | undefined; licence?: string | undefined; url?: string | undefined }

/** The result of validating a record. */
export type ValidatedRecord =
  | {
      refused: string
      /** Whether the record itself says that it isn't a spot. Any other refused record may still be one. */
      isNoSpot?: true
      /** The reason's kind, for counts. Absent for an invalid record. */
      kind?: RefusalKind
    }
  | {
      spot: ImportedSpot
      facts: RecordFacts
      source: SourceRecord
      unnamed: boolean
      /** The named area around the spot, if the record says so. */
      within: string | null
      doubt: string | null
    }

const UNNAMED = 'unnamed'

function textIn(properties: Record<string, unknown>, ...names: string[]): string {
  for (const name of names) {
    const value = properties[name]
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim()
      if (text) return text
    }
  }
  return ''
}

const SHOP = /\b(skate|surf|board)[ -]?shop\b|\bshop\b|\bstore\b|\bskateboards\b|\bbotiga\b|\btienda\b/i
const WATER = /^(sup|surfing|kitesurfing|windsurfing|wakeboarding|sailing|swimming)$/
const SKATE_PLACE =
  /skate|parc|park|pla[zçc]a|platz|square|bowl|pista|ramp|pool|diy|patin|half|street|bridge|pont|spot|rink/i

/** Returns the types that a record specifies itself. */
function namedTypes(properties: Record<string, unknown>): SpotType[] {
  const given = [properties.spot_types, properties.type, properties.category]
  const values = given.flatMap((value) =>
    Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(/[;,|]/) : [],
  )
  return values.flatMap((text) => toSpotType(text.trim().replaceAll(' ', '-')) ?? [])
}

/** Returns types that a name clearly implies. */
function typesInName(name: string): SpotType[] {
  return [
    ...(/\bbowls?\b/i.test(name) ? (['bowl'] as const) : []),
    ...(/\bmini[ -]?ramps?\b/i.test(name) ? (['mini-ramp'] as const) : []),
    ...(/\bvert([ -]?ramp)?\b/i.test(name) ? (['vert'] as const) : []),
    ...(/\bDIY\b/i.test(name) ? (['diy'] as const) : []),
  ]
}

function findTypes(properties: Record<string, unknown>, name: string): SpotType[] {
  const named = namedTypes(properties)
  if (named.length > 0) return [...new Set(named)]
  const kind = textIn(properties, 'poi_type').toLowerCase()
  const isPark = /^skate_?park$|^pitch$|^sports_centre$|^track$/.test(kind)
  const types: SpotType[] = [...(isPark ? (['park'] as const) : []), ...typesInName(name)]
  return types.length > 0 ? types : ['other']
}

type Objection = { why: string; kind: RefusalKind }

/** Returns why a record isn't a spot, if the record itself says so. */
function objectionTo(properties: Record<string, unknown>, name: string): Objection | null {
  const sports = textIn(properties, 'sport')
    .split(/[;,]/)
    .map((sport) => sport.trim().toLowerCase())
    .filter(Boolean)
  if (textIn(properties, 'shop')) return { kind: 'shop', why: `a shop (shop=${textIn(properties, 'shop')})` }
  if (SHOP.test(name)) return { kind: 'shop', why: 'a shop, going by its name' }
  const water = sports.find((sport) => WATER.test(sport))
  if (water) return { kind: 'shop', why: `a shop or school: it also offers ${water}` }
  if (sports.length > 0 && !sports.some((sport) => /^skate(board|boarding|park)?$/.test(sport)))
    return { kind: 'other_sport', why: `no skateboarding (sport=${sports.join(';')})` }
  if (/^(private|no)$/i.test(textIn(properties, 'access')))
    return { kind: 'private', why: `not open to people (access=${textIn(properties, 'access')})` }
  if (/^(abandoned|demolished|razed|disused)/i.test(textIn(properties, 'lifecycle')))
    return { kind: 'closed', why: 'gone' }
  return null
}

/** Generates an id for a record without one. The same record always gets the same id. */
function idFrom(name: string, { latitude, longitude }: { latitude: number; longitude: number }): string {
  return `made-${createHash('sha256')
    .update(`${name}|${latitude.toFixed(6)}|${longitude.toFixed(6)}`)
    .digest('hex')
    .slice(0, 24)}`
}

function parseSource(
  properties: Record<string, unknown>,
  id: string,
  defaults: Defaults,
): SourceRecord | string {
  const name = textIn(properties, 'source') || (defaults.source ?? '')
  const licence = textIn(properties, 'licence') || (defaults.licence ?? '')
  const url = textIn(properties, 'source_url') || (defaults.url ?? '')
  if (!name) return 'no source: set it with --source'
  if (!licence) return 'no license: set it with --licence'
  if (name.length > 80) return 'the source is longer than 80 characters'
  if (licence.length > 80) return 'the license is longer than 80 characters'
  if (!isText(name + licence)) return 'the source or the license has characters that can’t be stored'
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && url.length <= 300))
    return `the source's address is invalid (${url.slice(0, 60)})`
  return { name, id, licence, url: url || null }
}

function findLevel(text: string): DifficultyLevel | null {
  return DIFFICULTY_LEVELS.find((level) => level === text.toLowerCase()) ?? null
}

/** Validates a record and creates a spot from it, or returns a readable reason to refuse it. */
export function validateRecord(
  { properties, at, unreadable, doubt: positionDoubt }: RawRecord,
  defaults: Defaults,
): ValidatedRecord {
  if (unreadable) return { refused: unreadable, kind: 'unreadable' }
  const name = textIn(properties, 'name')
  if (!at) return { refused: 'no position', kind: 'no_position' }
  const objection = objectionTo(properties, name)
  if (objection) return { refused: objection.why, kind: objection.kind, isNoSpot: true }
  const id = textIn(properties, 'id') || idFrom(name, at)
  if (id.length > 120) return { refused: 'its id is longer than 120 characters' }
  if (!isText(id)) return { refused: 'its id has characters that can’t be stored' }
  const source = parseSource(properties, id, defaults)
  if (typeof source === 'string') return { refused: source }
  const { data, error } = ImportedSpot.safeParse({
    name: name || UNNAMED,
    description: textIn(properties, 'description') || null,
    address: textIn(properties, 'address') || null,
    city: textIn(properties, 'city') || null,
    state: textIn(properties, 'state') || null,
    country: textIn(properties, 'country') || null,
    postal_code: textIn(properties, 'postal_code') || null,
    ...at,
    difficulty_level: findLevel(textIn(properties, 'difficulty_level')),
    spot_types: findTypes(properties, name),
  })
  if (error) {
    const [issue] = error.issues
    return {
      refused: `${issue?.path.join('.') ?? 'record'}: ${writeIn('en', readSentence(issue?.message ?? 'not as expected'))}`,
    }
  }
  const isVague =
    name !== '' &&
    !SKATE_PLACE.test(name) &&
    !textIn(properties, 'surface') &&
    namedTypes(properties).length === 0
  const doubt = isVague
    ? 'neither its name nor a surface shows that it is a place to skate, not a shop or club'
    : null
  return {
    spot: data,
    facts: parseFacts(properties),
    source,
    unnamed: !name,
    within: textIn(properties, 'within') || null,
    doubt: positionDoubt ?? doubt,
  }
}
