import type { DifficultyLevel, SpotType } from '@nollie/contract/spot-types'
import { SPOT_TYPES } from '@nollie/contract/spot-types'
import type { Point } from '../map/index.ts'
import { PLACE_FIELDS, type PlaceField, type PlaceNames, samePoint } from './point.ts'

/** Everything a person typed and chose, apart from the files. */
export type SpotForm = {
  name: string
  description: string
  address: string
  spot_types: SpotType[]
  difficulty_level: DifficultyLevel | null
  point: Point | null
  city: string
  state: string
  country: string
  postal_code: string
  /** Place fields typed since the pin last moved. */
  typed: PlaceField[]
  /** The last answer of the gazetteer, and its point. */
  found: PlaceNames | null
  found_at: Point | null
}

/** What can happen to a {@link SpotForm}. */
export type SpotFormAction =
  | { type: 'text'; field: 'name' | 'description' | 'address'; value: string }
  | { type: 'place'; field: PlaceField; value: string }
  | { type: 'toggle_type'; spot_type: SpotType }
  | { type: 'difficulty'; level: DifficultyLevel }
  | { type: 'pin'; point: Point }
  | { type: 'found'; point: Point; place: PlaceNames }
  | { type: 'reset' }

/** A form nobody has touched. */
export const EMPTY_FORM: SpotForm = {
  name: '',
  description: '',
  address: '',
  spot_types: [],
  difficulty_level: null,
  point: null,
  city: '',
  state: '',
  country: '',
  postal_code: '',
  typed: [],
  found: null,
  found_at: null,
}

const fill = (form: SpotForm, found_at: Point, place: PlaceNames): SpotForm => {
  const moved = PLACE_FIELDS.some((field) => field !== 'postal_code' && place[field] !== form.found?.[field])
  const next = { ...form, found: place, found_at }
  for (const field of PLACE_FIELDS) {
    if (form.typed.includes(field)) continue
    // The gazetteer knows no postal codes: a typed one stays while the pin stays in its town.
    if (place[field] !== null || moved) next[field] = place[field] ?? ''
  }
  return next
}

/** The form after something happened to it. */
export function spotFormReducer(form: SpotForm, action: SpotFormAction): SpotForm {
  switch (action.type) {
    case 'text':
      return { ...form, [action.field]: action.value }
    case 'place':
      return { ...form, [action.field]: action.value, typed: [...new Set([...form.typed, action.field])] }
    case 'toggle_type': {
      const on = form.spot_types.includes(action.spot_type)
      // The first chosen type is the spot's icon on the map, so the order of choosing matters.
      const spot_types = on
        ? form.spot_types.filter((type) => type !== action.spot_type)
        : [...form.spot_types, action.spot_type]
      return { ...form, spot_types }
    }
    case 'difficulty':
      return { ...form, difficulty_level: form.difficulty_level === action.level ? null : action.level }
    case 'pin':
      return samePoint(form.point, action.point) ? form : { ...form, point: action.point, typed: [] }
    case 'found':
      // An answer for a place the pin has left meanwhile is of no use.
      return samePoint(form.point, action.point) ? fill(form, action.point, action.place) : form
    case 'reset':
      return EMPTY_FORM
  }
}

/** Whether the place fields belong to where the pin is now. */
export const isPlaced = (form: SpotForm): boolean =>
  form.point !== null && samePoint(form.point, form.found_at)

/** A place field as it should be sent: what was filled in for an earlier place of the pin does not count. */
export const placeValue = (form: SpotForm, field: PlaceField): string | null =>
  (isPlaced(form) || form.typed.includes(field)) && form[field].trim() !== '' ? form[field].trim() : null

/** Whether there is anything a person would miss. */
export const isTouched = (form: SpotForm): boolean =>
  [form.name, form.description, form.address, form.postal_code].some((text) => text.trim() !== '') ||
  form.spot_types.length > 0 ||
  form.point !== null ||
  form.difficulty_level !== null

const readPoint = (value: unknown): Point | null => {
  const { latitude, longitude } = (value ?? {}) as Partial<Point>
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null
}
const isSpotType = (value: unknown): value is SpotType => SPOT_TYPES.some((type) => type === value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads a form stored by an earlier page or an earlier version of this program. */
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
    typed: Array.isArray(from.typed)
      ? PLACE_FIELDS.filter((field) => (from.typed as unknown[]).includes(field))
      : [],
    found: (from.found as PlaceNames | null | undefined) ?? null,
    found_at: readPoint(from.found_at),
  }
}
