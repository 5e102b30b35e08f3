import { FACT_TEXTS, FactValues, type Ground } from '@nollie/contract/facts'
import { readOpeningHours, writeOpeningHours } from '@nollie/contract/facts/opening-hours'
import { isMapLink } from './read-link.ts'

/** A record's facts about its spot. Unknown facts are absent. */
export type RecordFacts = Partial<FactValues>

type Reading = {
  fact: keyof FactValues
  tag: string
  values: Readonly<Record<string, FactValues[keyof FactValues]>>
}

const YES_NO = { yes: true, no: false }
const ALLOWED = { yes: true, designated: true, permissive: true, no: false }
const NEEDED = {
  yes: 'required',
  required: 'required',
  mandatory: 'required',
  obligatory: 'required',
  recommended: 'recommended',
  no: 'not_needed',
}

/** Names of ground materials: OpenStreetMap's values, and words of other languages. */
const GROUND_NAMES: Readonly<Record<Ground, string>> = {
  concrete:
    'concrete concrete:plates concrete:lanes cement beton hormigon hormigo concreto cemento betao calcestruzzo コンクリート',
  asphalt: 'asphalt asphalte asfalto asfalt bitumen bitume tarmac enrobe アスファルト',
  wood: 'wood wooden plywood holz madera fusta bois madeira legno hout 木 木材',
  metal: 'metal metal_grid steel metall stahl acero acier aco metallo metaal 金属',
  plastic: 'plastic composite kunststoff plastico plastique plastica kunststof プラスチック',
  stone: 'stone paving_stones sett natural_stone naturstein piedra pierre pedra pietra 石',
  brick: 'brick bricks ziegel ladrillo brique tijolo mattone レンガ',
  granite: 'granite granit granito',
  marble: 'marble marmor marmol marbre marmore marmo 大理石',
  other: '',
}
const GROUNDS_BY_NAME = Object.fromEntries(
  Object.entries(GROUND_NAMES).flatMap(([ground, names]) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, ground as Ground]),
  ),
)
/** Building types that a place to skate can have. A roof alone isn't a building. */
const BUILDINGS = [
  'yes',
  'sports_centre',
  'sports_hall',
  'industrial',
  'warehouse',
  'hangar',
  'commercial',
  'retail',
]
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
  { fact: 'ground', tag: 'surface', values: GROUNDS_BY_NAME },
  { fact: 'ground', tag: 'ground', values: GROUNDS_BY_NAME },
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
  { fact: 'indoor', tag: 'indoor', values: YES_NO },
  { fact: 'indoor', tag: 'building', values: Object.fromEntries(BUILDINGS.map((name) => [name, true])) },
  { fact: 'helmet', tag: 'helmet', values: NEEDED },
  { fact: 'boards', tag: 'skateboard', values: ALLOWED },
  { fact: 'inline_skates', tag: 'inline_skates', values: ALLOWED },
  { fact: 'inline_skates', tag: 'roller_skates', values: ALLOWED },
  { fact: 'scooters', tag: 'scooter', values: ALLOWED },
  { fact: 'bmx', tag: 'bmx', values: ALLOWED },
  { fact: 'bmx', tag: 'bicycle', values: ALLOWED },
  { fact: 'wheelchair', tag: 'wcmx', values: ALLOWED },
  { fact: 'step_free', tag: 'wheelchair', values: { yes: true, designated: true } },
  { fact: 'fenced', tag: 'fenced', values: YES_NO },
  { fact: 'fenced', tag: 'barrier', values: { fence: true, wall: true } },
  { fact: 'seats', tag: 'bench', values: YES_NO },
  { fact: 'parking', tag: 'parking', values: { ...YES_NO, surface: true, street_side: true, lane: true } },
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

// Excludes opening hours, which have their own syntax, and texts that people write.
const NAMES = (Object.keys(FactValues.shape) as (keyof FactValues)[]).filter(
  (name) => name !== 'opening_hours' && !(FACT_TEXTS as readonly string[]).includes(name),
)

const GROUND_FIELDS =
  'ground_material surface_material surface_type belag bodenbelag oberflaeche untergrund pavimento revetement nature_sol equip_sol piso ondergrond 路面'

/** Other field names for facts, by the field that they mean. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  ground: GROUND_FIELDS.split(' '),
  light_at_night: [
    'lighting',
    'lights',
    'floodlights',
    'beleuchtung',
    'iluminacion',
    'iluminacao',
    'eclairage',
  ],
  toilet: ['restroom', 'restrooms', 'wc', 'toiletten'],
  water: ['water_fountain', 'drinking_fountain'],
  fenced: ['fence'],
  seats: ['benches', 'seating'],
  parking: ['car_park', 'parking_lot'],
  helmet: ['helmets', 'helmet_required', 'helmet:mandatory'],
  step_free: ['step_free_entrance', 'step_free_access'],
  wcmx: ['wheelchair_skating'],
  boards: ['skateboards'],
  inline_skates: ['inline', 'rollerblades', 'inlineskates'],
  scooter: ['kick_scooter', 'kick_scooters'],
  phone: ['contact:phone', 'telephone', 'phone_number', 'telefon', 'telefono', 'telefone', '電話番号'],
}

/** All field names for facts in a record: our own, OpenStreetMap tags, and {@link OTHER_NAMES}. */
export const FACT_FIELDS: readonly (readonly [string, readonly string[]])[] = [
  ...new Set([...NAMES, ...READINGS.map(({ tag }) => tag), 'opening_hours', 'fee_note', 'charge', 'phone']),
].map((name) => [name, [name, ...(OTHER_NAMES[name] ?? [])]])

/** Returns the first word of a value without accents: `Béton désactivé` becomes `beton`. */
function toPlainWord(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .normalize('NFC')
      .split(/[;,(/ ]/)[0] ?? ''
  )
}

const RIDERS_BY_SPORT = {
  bmx: 'bmx',
  scooter: 'scooters',
  roller_skating: 'inline_skates',
  inline_skating: 'inline_skates',
} as const

/** A place that lists other sports is for them, too. */
function ridersInSports(sport: unknown): RecordFacts {
  const sports = new Set(
    toText(sport)
      .split(/[;,]/)
      .map((name) => name.trim()),
  )
  return Object.fromEntries(
    Object.entries(RIDERS_BY_SPORT).flatMap(([name, fact]) => (sports.has(name) ? [[fact, true]] : [])),
  )
}

/** Returns the phone number and website of an indoor park or one with admission. Others have no staff. */
function readContact(properties: Record<string, unknown>, { indoor, fee }: RecordFacts): RecordFacts {
  if (indoor !== true && fee !== 'paid') return {}
  const phone = FactValues.shape.phone.safeParse(takeFirst(properties.phone))
  const website = FactValues.shape.website.safeParse(takeFirst(properties.link))
  return {
    ...(phone.data ? { phone: phone.data } : {}),
    ...(website.data && !isMapLink(website.data) ? { website: website.data } : {}),
  }
}

// OpenStreetMap separates several values with semicolons.
function takeFirst(value: unknown): unknown {
  return typeof value === 'string' ? value.split(';')[0]?.trim() : value
}

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
    const key = Object.hasOwn(values, text) ? text : toPlainWord(text)
    if (facts[fact] === undefined && Object.hasOwn(values, key)) facts[fact] = values[key] ?? null
  }
  return { ...ridersInSports(properties.sport), ...facts, ...readContact(properties, facts) }
}
