import { FactValues } from '@nollie/contract/facts'
import { readOpeningHours, writeOpeningHours } from '@nollie/contract/facts/opening-hours'

/** A record's facts about its spot. Unknown facts are absent. */
export type RecordFacts = Partial<FactValues>

type Reading = {
  fact: keyof FactValues
  tag: string
  values: Readonly<Record<string, FactValues[keyof FactValues]>>
}

const YES_NO = { yes: true, no: false }
const UNPAVED = [
  'gravel',
  'fine_gravel',
  'pebblestone',
  'dirt',
  'earth',
  'ground',
  'grass',
  'sand',
  'unpaved',
  'cobblestone',
]

// Tags used in OpenStreetMap, and in lists that adopted them. Only the smoothness tag determines the surface, because
// asphalt may be good or bad.
const READINGS: readonly Reading[] = [
  {
    fact: 'surface',
    tag: 'smoothness',
    values: {
      excellent: 'smooth',
      good: 'average',
      intermediate: 'rough',
      bad: 'crusty',
      very_bad: 'crusty',
      horrible: 'crusty',
      very_horrible: 'crusty',
    },
  },
  { fact: 'surface', tag: 'surface', values: Object.fromEntries(UNPAVED.map((name) => [name, 'crusty'])) },
  {
    fact: 'light_at_night',
    tag: 'lit',
    values: {
      yes: 'full',
      '24/7': 'full',
      'sunset-sunrise': 'full',
      automatic: 'full',
      limited: 'partial',
      no: 'none',
    },
  },
  { fact: 'roof', tag: 'covered', values: { yes: 'full', partial: 'partial', no: 'none' } },
  { fact: 'roof', tag: 'indoor', values: { yes: 'full' } },
  { fact: 'water', tag: 'drinking_water', values: YES_NO },
  { fact: 'toilet', tag: 'toilets', values: YES_NO },
  { fact: 'fee', tag: 'fee', values: { yes: 'paid', no: 'free' } },
  {
    fact: 'wheelchair',
    tag: 'wheelchair',
    values: { yes: 'yes', designated: 'yes', limited: 'partly', no: 'no' },
  },
]

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim().toLowerCase()
    : ''
}

// Opening hours have their own syntax, and the note is free text.
const NAMES = (Object.keys(FactValues.shape) as (keyof FactValues)[]).filter(
  (name) => name !== 'opening_hours' && name !== 'fee_note',
)

/** All field names for facts in a record: our own and OpenStreetMap tags. */
export const FACT_FIELDS = [
  ...new Set([...NAMES, ...READINGS.map(({ tag }) => tag), 'opening_hours', 'fee_note', 'charge']),
]

/** Reads a fact that a record contains under our own name for it. */
function ownValue(name: keyof FactValues, value: unknown): FactValues[keyof FactValues] {
  const text = toText(value).replace(/[\s-]+/g, '_')
  // Most records have few facts, and a failed parse is slow.
  if (text === '') return null
  const read = FactValues.shape[name].safeParse(text)
  if (read.success) return read.data
  const meant = text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : null
  return meant !== null && FactValues.shape[name].safeParse(meant).success ? meant : null
}

/** Returns a record's facts, from our own field names or from OpenStreetMap tags. */
export function parseFacts(properties: Record<string, unknown>): RecordFacts {
  const facts: Record<string, FactValues[keyof FactValues]> = {}
  for (const name of NAMES) {
    const value = ownValue(name, properties[name])
    if (value !== null) facts[name] = value
  }
  const opening = toText(properties.opening_hours)
  const year = opening === '' ? null : readOpeningHours(opening)
  const hours = year && FactValues.shape.opening_hours.safeParse(writeOpeningHours(year))
  if (hours?.success) facts.opening_hours = hours.data
  // The price as described by people. `fee` says whether there is one.
  const price = properties.fee_note ?? properties.charge
  const note = price === undefined ? null : FactValues.shape.fee_note.safeParse(price)
  if (note?.success && note.data !== null) facts.fee_note = note.data
  for (const { fact, tag, values } of READINGS) {
    const text = toText(properties[tag])
    if (facts[fact] === undefined && Object.hasOwn(values, text)) facts[fact] = values[text] ?? null
  }
  return facts
}
