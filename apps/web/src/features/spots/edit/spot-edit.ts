import type { Spot } from '@nollie/contract'
import { toStartOfDay, toDay } from '../form/secrecy.ts'
import { samePoint } from '../form/pin-position.ts'
import { isPlaced, readForm, type SpotForm } from '../form/spot-form.ts'

/** The fields that are compared between two versions of a spot. */
export const EDIT_FIELDS = [
  'name',
  'description',
  'spot_types',
  'difficulty_level',
  'location',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  ...(['audience', 'precision', 'exact_for', 'opens_on'] as const),
] as const
/** One of {@link EDIT_FIELDS}. */
export type EditField = (typeof EDIT_FIELDS)[number]

const PLACES = ['city', 'state', 'country', 'postal_code'] as const

/** Converts a spot to form values. */
export function toForm(spot: Spot): SpotForm {
  const point = { latitude: spot.latitude, longitude: spot.longitude }
  const { city, state, country, postal_code } = spot
  return {
    name: spot.name,
    description: spot.description ?? '',
    address: spot.address ?? '',
    spot_types: spot.spot_types,
    difficulty_level: spot.difficulty_level,
    // Spots that an earlier version stored on this device have no audience.
    audience: spot.opens_to ?? spot.audience ?? null,
    precision: spot.precision ?? null,
    exact_for: spot.exact_for ?? null,
    crew_id: spot.crew?.id ?? null,
    opens_on: toDay(spot.opens_at),
    point,
    city: city ?? '',
    state: state ?? '',
    country: country ?? '',
    postal_code: postal_code ?? '',
    typed: [],
    found: { city, state, country, postal_code },
    found_at: point,
  }
}

/** Returns a field's value for comparing and displaying, without surrounding spaces. */
export function getValue(form: SpotForm, field: EditField): unknown {
  if (field === 'location') return form.point
  // The crew is part of the audience's value, so that choosing another crew counts as a change.
  if ((field === 'audience' || field === 'exact_for') && form[field] === 'crew') return `crew ${form.crew_id}`
  const value = form[field]
  return typeof value === 'string' ? value.trim() : value
}

function isSame(a: SpotForm, b: SpotForm, field: EditField): boolean {
  return JSON.stringify(getValue(a, field)) === JSON.stringify(getValue(b, field))
}

/** Lists the fields in which two forms differ. */
export function findDifferences(a: SpotForm, b: SpotForm): EditField[] {
  return EDIT_FIELDS.filter((field) => !isSame(a, b, field))
}

/**
 * Builds the request body that saves a form: only the fields that differ from `base`. If the pin moved, it also
 * contains all place fields, except those for the old position, which the server fills in.
 */
export function editBody(base: Spot, form: SpotForm): Record<string, unknown> {
  const was = toForm(base)
  const body: Record<string, unknown> = {}
  for (const field of ['name', 'description'] as const)
    if (!isSame(form, was, field)) body[field] = form[field].trim() || null
  for (const field of ['difficulty_level', 'spot_types', 'audience', 'precision', 'exact_for'] as const)
    if (!isSame(form, was, field)) body[field] = form[field]
  if (!isSame(form, was, 'opens_on')) body.opens_at = toStartOfDay(form.opens_on)
  if (body.audience === 'crew' || body.exact_for === 'crew') body.crew_id = form.crew_id
  const moved = form.point !== null && !samePoint(form.point, was.point)
  if (moved) Object.assign(body, form.point)
  if (moved || !isSame(form, was, 'address')) body.address = form.address.trim() || null
  for (const field of PLACES) {
    const known = isPlaced(form) || form.typed.includes(field)
    if (moved ? known : !isSame(form, was, field)) body[field] = form[field].trim() || null
  }
  return body
}

function withCrew(form: SpotForm, { crew_id }: SpotForm): SpotForm {
  return {
    ...form,
    crew_id: form.audience === 'crew' || form.exact_for === 'crew' ? crew_id : null,
  }
}

/** Returns the form with one field copied from another form. */
export function withField(form: SpotForm, field: EditField, from: SpotForm): SpotForm {
  if (field === 'location') {
    const { point, found, found_at } = from
    return { ...form, point, found, found_at }
  }
  if (field === 'audience' || field === 'exact_for')
    return withCrew({ ...form, [field]: from[field] }, from[field] === 'crew' ? from : form)
  return { ...form, [field]: from[field] }
}

/** A field that another person changed in the meantime. `mine` is set if the viewer changed it to a different value. */
export type Collision = { field: EditField; was: unknown; theirs: unknown; mine?: unknown }

/**
 * Rebases a form based on `base` onto a newer version: takes fields that only the newer version changed, and returns
 * fields that changed in both as collisions.
 */
export function rebase(
  form: SpotForm,
  base: Spot,
  theirs: Spot,
): { form: SpotForm; collisions: Collision[] } {
  const was = toForm(base)
  const now = toForm(theirs)
  let next = form
  const collisions = findDifferences(was, now).map((field): Collision => {
    const collision = { field, was: getValue(was, field), theirs: getValue(now, field) }
    if (isSame(form, was, field)) next = withField(next, field, now)
    if (isSame(form, was, field) || isSame(form, now, field)) return collision
    return { ...collision, mine: getValue(form, field) }
  })
  return { form: next, collisions }
}

/** What another person changed in the meantime, and the viewer's choice for each field that both people changed. */
export type Stale = {
  by: string | null
  collisions: Collision[]
  /** The viewer's form before any choices, and the newer version. */
  mine: SpotForm
  theirs: SpotForm
  choices: Partial<Record<Collision['field'], 'mine' | 'theirs'>>
}

/** A spot's edit form, and the version it's based on. */
export type SpotEdit = { base: Spot; form: SpotForm }

/** Reads an edit stored on this device; null if it is invalid. */
export function readEdit(stored: unknown): SpotEdit | null {
  const { base, form } = (stored ?? {}) as { base?: Partial<Spot>; form?: unknown }
  if (typeof base?.id !== 'string' || typeof base.version !== 'number' || !Array.isArray(base.spot_types))
    return null
  return { base: base as Spot, form: readForm(form) }
}
