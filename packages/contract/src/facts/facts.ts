import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Cursor, Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { Line } from '../texts.ts'
import {
  AMOUNTS,
  FEES,
  GROUNDS,
  MATERIALS,
  OBSTACLE_KINDS,
  OBSTACLE_LIMITS,
  type ObstacleMeasure,
  PADS,
  PARTS,
  RUN_UPS,
  SURFACES,
  WHEELCHAIR,
} from './fact-kinds.ts'
import { readOpeningHours, writeOpeningHours } from './opening-hours.ts'
import { issue } from '../sentences.ts'

function measure(name: ObstacleMeasure) {
  const [least, most] = OBSTACLE_LIMITS[name]
  return z.number().int().min(least).max(most).nullable().default(null)
}

// The stored, canonical form can be longer than the input, so its length is checked too.
function isOpeningHours(text: string): boolean {
  const year = readOpeningHours(text)
  return year !== null && writeOpeningHours(year).length <= LIMITS.opening_hours_max
}

const DOMAIN = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i
const PHONE_DIGITS_MIN = 5
const PHONE = /^\+?[\d\s()./-]+$/

function isWebsite(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return DOMAIN.test(hostname) && username === '' && password === ''
}

function isPhone(text: string): boolean {
  return PHONE.test(text) && text.replaceAll(/\D/g, '').length >= PHONE_DIGITS_MIN
}

const FeeNote = Line(LIMITS.fee_note_max).pipe(z.string().min(1, issue`Enter the price.`))

const SpotName = Line(LIMITS.spot_name_max).pipe(z.string().min(1, issue`Spot name is required.`))

/** Facts about a spot; null means unknown. */
export const FactValues = z
  .object({
    surface: z.enum(SURFACES).nullable(),
    /** The material of the ground. `surface` says how smooth it is. */
    ground: z.enum(GROUNDS).nullable(),
    run_up: z.enum(RUN_UPS).nullable(),
    light_at_night: z.enum(PARTS).nullable(),
    roof: z.enum(PARTS).nullable(),
    indoor: z.boolean().nullable(),
    traffic: z.enum(AMOUNTS).nullable(),
    crowd: z.enum(AMOUNTS).nullable(),
    for_beginners: z.boolean().nullable(),
    pads: z.enum(PADS).nullable(),
    helmet: z.enum(PADS).nullable(),
    wheelchair: z.enum(WHEELCHAIR).nullable(),
    /** Whether skateboards are allowed. The next three fields say the same about other riders. */
    boards: z.boolean().nullable(),
    inline_skates: z.boolean().nullable(),
    scooters: z.boolean().nullable(),
    bmx: z.boolean().nullable(),
    /** Whether the entrance has no steps. */
    step_free: z.boolean().nullable(),
    water: z.boolean().nullable(),
    toilet: z.boolean().nullable(),
    seats: z.boolean().nullable(),
    parking: z.boolean().nullable(),
    fenced: z.boolean().nullable(),
    fee: z.enum(FEES).nullable(),
    /** The price as short text, such as `2 EUR after 18:00`. A spot with a note is never shown as free. */
    fee_note: FeeNote.nullable(),
    /** Opening hours by weekday and month in OpenStreetMap syntax: `Mo-Fr 08:00-20:00; Jul-Aug Sa 10:00-18:00`. */
    opening_hours: z
      .string()
      .max(LIMITS.opening_hours_max)
      .refine(isOpeningHours, issue`Enter opening hours like Mo-Fr 08:00-20:00.`)
      .nullable(),
    /** The phone number of an indoor park's staff, with digits, spaces, and `+()./-`. */
    phone: Line(LIMITS.spot_phone_max).refine(isPhone, issue`Enter a phone number.`).nullable(),
    /** The website of an indoor park, starting with https:// or http://. */
    website: Line(LIMITS.spot_website_max)
      .refine(isWebsite, issue`Enter a web address that starts with https://.`)
      .nullable(),
  })
  .meta({ id: 'FactValues' })

/** Facts about a spot; null means unknown. */
export type FactValues = z.output<typeof FactValues>

/** An obstacle. Lengths are in centimeters, the angle is in degrees, and null means unknown. */
export const Obstacle = z
  .object({
    kind: z.enum(OBSTACLE_KINDS),
    height_cm: measure('height_cm'),
    length_cm: measure('length_cm'),
    stairs: measure('stairs'),
    angle: measure('angle'),
    material: z.enum(MATERIALS).nullable().default(null),
    waxed: z.boolean().nullable().default(null),
    knobbed: z.boolean().nullable().default(null),
  })
  .meta({ id: 'Obstacle' })

/** An obstacle. Lengths are in centimeters, the angle is in degrees, and null means unknown. */
export type Obstacle = z.output<typeof Obstacle>

/** A spot's obstacle with its id. */
export const SpotObstacle = Obstacle.extend({ id: Id }).meta({ id: 'SpotObstacle' })
/** A spot's obstacle with its id. */
export type SpotObstacle = z.output<typeof SpotObstacle>

/**
 * A suggested change. Absent facts stay unchanged, and null clears one. An obstacle is replaced as a whole; null
 * removes it. A name is for spots whose name is a guess.
 */
export const FactPatch = z
  .object({
    facts: FactValues.partial().default({}),
    obstacles: z
      .array(z.object({ id: Id, obstacle: Obstacle.nullable() }))
      .max(LIMITS.obstacles_max)
      .refine(
        (all) => new Set(all.map(({ id }) => id)).size === all.length,
        issue`An obstacle is listed twice.`,
      )
      .default([]),
    name: SpotName.optional(),
  })
  .refine(
    ({ facts, obstacles, name }) => Object.keys(facts).length + obstacles.length > 0 || name !== undefined,
    issue`Nothing was changed.`,
  )
  .meta({ id: 'FactPatch' })

/** The result of parsing {@link FactPatch}. */
export type FactPatch = z.output<typeof FactPatch>

/** A field's value before or after a change. */
const FieldValue = z.union([z.string(), z.boolean(), Obstacle, z.null()])

/** A change to a spot's facts, and whether it's suggested, applied, or closed. */
export const FactChange = z
  .object({
    id: Id,
    state: z.enum(['open', 'applied', 'undone', 'declined', 'withdrawn']),
    /** The person who suggested the change; null for former members and for people the viewer can't see. */
    user: Person.nullable(),
    /** The source whose import made the change; null if a member did. */
    source: z.string().nullable(),
    /**
     * Whether one of the area's stewards applied or declined the change. `steward` is null if none did, or if the
     * viewer can't see that steward.
     */
    by_steward: z.boolean(),
    steward: Person.nullable(),
    is_own: z.boolean(),
    /** The changed fields: facts by name, obstacles as `obstacle:{id}`. `before` is set when the change is applied. */
    fields: z.array(z.object({ field: z.string(), before: FieldValue, after: FieldValue })),
    /** The id of the change that this one undoes. */
    undoes: Id.nullable(),
    /** The number of members who agree, including the author, and the number who disagree. */
    agreeing: z.number().int(),
    against: z.number().int(),
    /** The number of members who must agree, unless someone who can decide alone applies it. */
    needed: z.number().int(),
    /** Whether the viewer agrees; null if they haven't voted. */
    my_voice: z.boolean().nullable(),
    created_at: Moment,
    applied_at: Moment.nullable(),
  })
  .meta({ id: 'FactChange' })

/** A change to a spot's facts. */
export type FactChange = z.output<typeof FactChange>

/** A spot's facts, and members' suggestions for changing them. */
export const SpotFacts = z
  .object({
    facts: FactValues,
    obstacles: z.array(SpotObstacle),
    /** The number of changes so far. */
    version: z.number().int(),
    updated_at: Moment.nullable(),
    /** Open suggestions that the viewer can see, oldest first. */
    suggestions: z.array(FactChange),
    /** Whether the viewer's changes apply immediately. */
    may_decide: z.boolean(),
  })
  .meta({ id: 'SpotFacts' })

/** A spot's facts, and members' suggestions for changing them. */
export type SpotFacts = z.output<typeof SpotFacts>

/** The facts shown on one line of a spot's card. */
export const FactLine = z
  .object({
    surface: z.enum(SURFACES).nullable(),
    ground: z.enum(GROUNDS).nullable(),
    light_at_night: z.enum(PARTS).nullable(),
    obstacle: Obstacle.pick({ kind: true, height_cm: true, stairs: true }).nullable(),
  })
  .meta({ id: 'FactLine' })

/** The facts shown on one line of a spot's card. */
export type FactLine = z.output<typeof FactLine>

const SpotParams = z.object({ spot_id: Id })
const ChangeParams = z.object({ change_id: Id })
const OfPerson = z.object({ user_id: Id })

/** Facts about spots, and suggestions to change them. */
export const factEndpoints = {
  getFacts: endpoint('GET /api/spots/:spot_id/facts', {
    summary:
      'Get facts about how a spot skates (surface, obstacles, light, and more), and members’ open suggestions',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: SpotFacts,
    errors: ['SPOT_NOT_FOUND'],
  }),
  suggestFacts: endpoint('POST /api/spots/:spot_id/facts', {
    summary:
      'Suggest changes to a spot’s facts. Suggestions by admins, the area’s stewards, and the spot’s creator apply immediately. A member’s suggestion applies once another member agrees. Disputed facts can need one more vote. A name is possible only while the spot’s name is a guess; otherwise, the change is refused with `CONFLICT`. Returns the spot’s facts.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: SpotParams,
    headers: IdempotencyHeaders,
    body: FactPatch,
    answer: SpotFacts,
    errors: [
      ...(['SPOT_NOT_FOUND', 'TOO_MANY_SUGGESTIONS', 'TOO_MANY_OBSTACLES'] as const),
      ...(['CONFLICT', 'IN_PROGRESS', 'KEY_REUSED'] as const),
    ],
  }),
  getFactHistory: endpoint('GET /api/spots/:spot_id/facts/history', {
    summary: 'List all changes to a spot’s facts, newest first, in pages',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(FactChange), next_cursor: Cursor.nullable() }),
    errors: ['SPOT_NOT_FOUND', 'BAD_CURSOR'],
  }),
  answerSuggestion: endpoint('PUT /api/facts/:change_id/voice', {
    summary:
      'Vote for or against another member’s suggestion. Enough votes apply or decline it. Returns the spot’s facts.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: ChangeParams,
    body: z.object({ agrees: z.boolean() }),
    answer: SpotFacts,
    errors: ['SUGGESTION_NOT_FOUND', 'SPOT_NOT_FOUND', 'TOO_MANY_OBSTACLES', 'CONFLICT'],
  }),
  withdrawSuggestion: endpoint('DELETE /api/facts/:change_id', {
    summary: 'Withdraw one of the viewer’s open suggestions. Returns the spot’s facts.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: ChangeParams,
    answer: SpotFacts,
    errors: ['SUGGESTION_NOT_FOUND', 'SPOT_NOT_FOUND', 'CONFLICT'],
  }),
  undoFacts: endpoint('POST /api/facts/:change_id/undo', {
    summary:
      'Undo an applied change to a spot’s facts, or suggest undoing it, under the same rules as for any change. Undoing an undo applies the change again. Returns the spot’s facts.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: ChangeParams,
    answer: SpotFacts,
    errors: [
      'SUGGESTION_NOT_FOUND',
      'SPOT_NOT_FOUND',
      'TOO_MANY_SUGGESTIONS',
      'TOO_MANY_OBSTACLES',
      'CONFLICT',
    ],
  }),
  undoFactsOf: endpoint('POST /api/spots/:spot_id/facts/undo-person', {
    summary:
      'Undo all of one person’s changes to a spot’s facts in a single step. Only the spot’s creator, the area’s stewards, and admins can do this. Returns the spot’s facts.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: SpotParams,
    body: OfPerson,
    answer: SpotFacts,
    errors: ['SPOT_NOT_FOUND'],
  }),
  undoFactsEverywhere: endpoint('POST /api/facts/undo-person', {
    summary:
      'Undo all of one person’s changes to facts, at every spot. Returns the number of spots and of changes.',
    policy: 'admin',
    rate: 'fact',
    body: OfPerson,
    answer: z.object({ spots: z.number().int(), changes: z.number().int() }),
  }),
}
