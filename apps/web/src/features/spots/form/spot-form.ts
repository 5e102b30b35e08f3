import {
  type Audience,
  type ExactAudience,
  isForCrew,
  type Precision,
} from '@nollie/contract/audiences/audience-table'
import type { DifficultyLevel, SpotType } from '@nollie/contract/spots/spot-types'
import { SPOT_TYPES } from '@nollie/contract/spots/spot-types'
import type { Point } from '../../map/index.ts'
import { isAudience, isExactAudience, isPrecision } from './audience-text.ts'
import { PLACE_FIELDS, type PlaceField, type PlaceNames, samePoint } from './pin-position.ts'

/** The values in a spot's form, without its files. */
export type SpotForm = {
  name: string
  description: string
  address: string
  spot_types: SpotType[]
  difficulty_level: DifficultyLevel | null
  point: Point | null
  /** The audience, its precision, and who can see the exact position; null until chosen. */
  audience: Audience | null
  precision: Precision | null
  exact_for: ExactAudience | null
  /** The crew that can see the spot or its exact position. */
  crew_id: string | null
  /** The date when the spot becomes visible, as a date field's value; empty if it's visible now. */
  opens_on: string
  city: string
  state: string
  country: string
  postal_code: string
  /** The place fields edited since the pin last moved. */
  typed: PlaceField[]
  /** The gazetteer's latest response, and its position. */
  found: PlaceNames | null
  found_at: Point | null
}

/** The form's choices about who can see what, and when. */
export type ChosenSecrecy = Pick<SpotForm, 'audience' | 'precision' | 'exact_for' | 'crew_id' | 'opens_on'>

/** An action on a {@link SpotForm}. */
export type SpotFormAction =
  | { type: 'text'; field: 'name' | 'description' | 'address'; value: string }
  | { type: 'place'; field: PlaceField; value: string }
  | { type: 'toggle_type'; spot_type: SpotType }
  | { type: 'difficulty'; level: DifficultyLevel }
  | { type: 'secrecy'; secrecy: Partial<ChosenSecrecy> }
  | { type: 'pin'; point: Point }
  | { type: 'found'; point: Point; place: PlaceNames }

/** An untouched form. */
export const EMPTY_FORM: SpotForm = {
  name: '',
  description: '',
  address: '',
  spot_types: [],
  difficulty_level: null,
  point: null,
  audience: null,
  precision: null,
  exact_for: null,
  crew_id: null,
  opens_on: '',
  city: '',
  state: '',
  country: '',
  postal_code: '',
  typed: [],
  found: null,
  found_at: null,
}

function fill(form: SpotForm, found_at: Point, place: PlaceNames): SpotForm {
  const moved = PLACE_FIELDS.some((field) => field !== 'postal_code' && place[field] !== form.found?.[field])
  const next = { ...form, found: place, found_at }
  for (const field of PLACE_FIELDS) {
    if (form.typed.includes(field)) continue
    // The gazetteer has no postal codes, so a typed postal code is preserved while the pin stays in its town.
    if (place[field] !== null || moved) next[field] = place[field] ?? ''
  }
  return next
}

/** Returns the form after an action. */
export function spotFormReducer(form: SpotForm, action: SpotFormAction): SpotForm {
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value }
    case 'place':
      return { ...form, [action.field]: action.value, typed: [...new Set([...form.typed, action.field])] }
    case 'toggle_type': {
      const on = form.spot_types.includes(action.spot_type)
      // The first selected type is the spot's icon on the map, so the order matters.
      const spot_types = on
        ? form.spot_types.filter((type) => type !== action.spot_type)
        : [...form.spot_types, action.spot_type]
      return { ...form, spot_types }
    }
    case 'difficulty':
      return { ...form, difficulty_level: form.difficulty_level === action.level ? null : action.level }
    case 'secrecy':
      return { ...form, ...action.secrecy }
    case 'pin':
      return samePoint(form.point, action.point) ? form : { ...form, point: action.point, typed: [] }
    case 'found':
      // Ignores a response for a point that the pin has moved away from.
      return samePoint(form.point, action.point) ? fill(form, action.point, action.place) : form
  }
}

/** Whether the place fields belong to the pin's current position. */
export function isPlaced(form: SpotForm): boolean {
  return form.point !== null && samePoint(form.point, form.found_at)
}

/** Returns a place field's value for a request; null if it was filled in for an earlier pin position. */
export function placeValue(form: SpotForm, field: PlaceField): string | null {
  return (isPlaced(form) || form.typed.includes(field)) && form[field].trim() !== ''
    ? form[field].trim()
    : null
}

/** Whether the form has values that would be lost. */
export function isTouched(form: SpotForm): boolean {
  return (
    [form.name, form.description, form.address, form.postal_code].some((text) => text.trim() !== '') ||
    form.spot_types.length > 0 ||
    form.point !== null ||
    form.difficulty_level !== null ||
    form.audience !== null ||
    form.precision !== null ||
    form.opens_on !== ''
  )
}

function readPoint(value: unknown): Point | null {
  const { latitude, longitude } = (value ?? {}) as Partial<Point>
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null
}

function isSpotType(value: unknown): value is SpotType {
  return SPOT_TYPES.some((type) => type === value)
}

function text(value: unknown) {
  return typeof value === 'string' ? value : ''
}

/** Reads a stored form, possibly from an earlier version of the client. */
export function readForm(stored: unknown): SpotForm {
  if (typeof stored !== 'object' || stored === null) return EMPTY_FORM
  const from = stored as Partial<Record<keyof SpotForm, unknown>>
  const levels = ['beginner', 'intermediate', 'advanced'] as const
  return {
    ...EMPTY_FORM,
    name: text(from.name),
    description: text(from.description),
    address: text(from.address),
    city: text(from.city),
    state: text(from.state),
    country: text(from.country),
    postal_code: text(from.postal_code),
    spot_types: Array.isArray(from.spot_types) ? from.spot_types.filter(isSpotType) : [],
    difficulty_level: levels.find((level) => level === from.difficulty_level) ?? null,
    point: readPoint(from.point),
    audience: isAudience(from.audience) ? from.audience : null,
    precision: isPrecision(from.precision) ? from.precision : null,
    exact_for: isExactAudience(from.exact_for) ? from.exact_for : null,
    crew_id: typeof from.crew_id === 'string' ? from.crew_id : null,
    opens_on: /^\d{4}-\d\d-\d\d$/.test(text(from.opens_on)) ? text(from.opens_on) : '',
    typed: Array.isArray(from.typed)
      ? PLACE_FIELDS.filter((field) => (from.typed as unknown[]).includes(field))
      : [],
    found: (from.found as PlaceNames | null | undefined) ?? null,
    found_at: readPoint(from.found_at),
  }
}

/** Whether a form requires a crew that hasn't been chosen yet. */
export function lacksCrew({ audience, exact_for, crew_id }: SpotForm): boolean {
  return isForCrew({ audience: audience ?? undefined, exact_for: exact_for ?? undefined }) && crew_id === null
}
