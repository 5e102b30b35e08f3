import type { Spot, SpotChange } from '@nollie/contract'
import type { DifficultyLevel } from '@nollie/contract/spots/spot-types'
import { DIFFICULTY_LEVELS } from '@nollie/contract/spots/spot-types'
import { m } from '../../../i18n/messages.ts'
import { difficultyLabel } from '../../../ui/badge.tsx'
import { typeLabel } from '../../../ui/text/spot-type-label.ts'
import { dayText } from '../../../lib/format.ts'
import { audienceLabel, isAudience, isPrecision, precisionLabel } from '../form/audience-text.ts'
import { pointText } from '../form/pin-position.ts'

type Values = Record<string, unknown>
/** A changed field as text; values are null if empty. */
export type ChangedField = { label: string; before: string | null; after: string | null }
/** A change with the old and new values of each field. */
export type ReadableChange = { change: SpotChange; fields: ChangedField[] }

const LABELS: Record<string, () => string> = {
  name: m.share_name,
  description: m.share_description,
  address: m.share_address,
  city: m.share_city,
  state: m.share_state,
  country: m.share_country,
  postal_code: m.share_postal_code,
  difficulty_level: m.share_difficulty,
  spot_types: m.share_types,
  location: m.share_location,
  audience: m.audiences_title,
  precision: m.audiences_precision_title,
  exact_for: m.audiences_exact_for_title,
  opens_at: m.audiences_publish_date,
  opens_on: m.audiences_publish_date,
}

function isLevel(value: unknown): value is DifficultyLevel {
  return DIFFICULTY_LEVELS.some((level) => level === value)
}

/** Formats a field's value; null if it's empty. */
export function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (field === 'difficulty_level') return isLevel(value) ? difficultyLabel(value) : String(value)
  if (field === 'spot_types')
    return Array.isArray(value) && value.length > 0
      ? value.map((type) => typeLabel(String(type))).join(', ')
      : null
  if (field === 'audience' || field === 'exact_for') {
    // In forms, the value ends with the crew's ID.
    const [audience] = String(value).split(' ')
    return isAudience(audience) ? audienceLabel(audience) : String(value)
  }
  if (field === 'precision') return isPrecision(value) ? precisionLabel(value) : String(value)
  if (field === 'opens_at') return dayText(String(value))
  if (field === 'opens_on') return dayText(`${String(value)}T12:00:00`)
  if (field === 'location') return pointText(value as { latitude: number; longitude: number })
  return String(value)
}

/** Returns a field's label. */
export function fieldLabel(field: string): string {
  return LABELS[field]?.() ?? field
}

// Combines both coordinates into one field.
function withLocation(values: Values, otherwise: Values): Values {
  const { latitude, longitude, ...rest } = values
  if (latitude === undefined && longitude === undefined) return rest
  return {
    ...rest,
    location: {
      latitude: latitude ?? otherwise.latitude,
      longitude: longitude ?? otherwise.longitude,
    },
  }
}

/**
 * Adds the new values to each of a spot's changes. The API sends only the old values, so a change's new value is the
 * next change's old value, or the current value.
 */
export function readableChanges(
  now: Pick<Spot, keyof Spot>,
  newestFirst: readonly SpotChange[],
): ReadableChange[] {
  let later: Values = { ...now }
  return newestFirst.map((change) => {
    // This change was made to a spot that was merged into this one, so its values don't apply here.
    if ('of' in change.before) return { change, fields: [] }
    const after = later
    later = { ...later, ...change.before }
    const from = withLocation(change.before, after)
    const to = withLocation(
      Object.fromEntries(Object.keys(change.before).map((field) => [field, after[field]])),
      after,
    )
    const fields = Object.keys(from)
      .filter((field) => field in LABELS)
      .map((field) => ({
        label: fieldLabel(field),
        before: valueText(field, from[field]),
        after: valueText(field, to[field]),
      }))
    return { change, fields }
  })
}
