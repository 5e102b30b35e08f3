import {
  type Audience,
  exactAudienceWithin,
  type ExactAudience,
  isForCrew,
  type Precision,
} from '@nollie/contract/audiences/audience-table'
import type { ChosenSecrecy } from './spot-form.ts'

/** A spot's audience, its precision, and who can see the exact position. */
export type Secrecy = {
  audience: Audience
  precision: Precision
  exact_for: ExactAudience
  crew_id: string | null
}

/** The default: everyone can see the exact position. */
export const OPEN: Secrecy = {
  audience: 'everybody',
  precision: 'exact',
  exact_for: 'only_me',
  crew_id: null,
}

/** Whether some people can see a spot more precisely or earlier than the rest of its audience. */
export function hasExactAudience({
  audience,
  precision,
  opens_on,
}: Pick<Secrecy, 'audience' | 'precision'> & { opens_on: string }): boolean {
  return audience !== 'only_me' && (precision !== 'exact' || opens_on !== '')
}

/**
 * Returns a form's values, with the previous choices as defaults. The exact position's audience never exceeds the
 * spot's.
 */
export function toSecrecy(chosen: ChosenSecrecy, last: Secrecy): Secrecy & { opens_on: string } {
  const audience = chosen.audience ?? last.audience
  const precision = chosen.precision ?? last.precision
  const { opens_on } = chosen
  const exact_for = hasExactAudience({ audience, precision, opens_on })
    ? exactAudienceWithin(chosen.exact_for ?? last.exact_for, audience)
    : 'only_me'
  const crew_id = isForCrew({ audience, exact_for }) ? (chosen.crew_id ?? last.crew_id) : null
  return { audience, precision, exact_for, crew_id, opens_on }
}

/** Returns the timestamp at which a date starts in this time zone; null if there's no date. */
export function toStartOfDay(day: string): string | null {
  return day === '' ? null : new Date(`${day}T00:00:00`).toISOString()
}

/** Converts a timestamp to a date field's value in this time zone. */
export function toDay(moment: string | null | undefined): string {
  if (!moment) return ''
  const at = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
