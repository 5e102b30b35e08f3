import {
  type Audience,
  AUDIENCES,
  EXACT_AUDIENCES,
  type ExactAudience,
  type Precision,
  PRECISIONS,
} from '@nollie/contract/audiences/audience-table'
import { m } from '../../../i18n/messages.ts'
import { distanceText } from '../../../lib/text/distance-text.ts'

const LABELS: Record<Audience, () => string> = {
  everybody: m.audiences_everybody,
  members: m.audiences_members,
  mutuals: m.audiences_mutuals,
  crew: m.audiences_crew,
  only_me: m.audiences_only_me,
}

const TEXTS: Record<Audience, () => string> = {
  everybody: m.audiences_everybody_text,
  members: m.audiences_members_text,
  mutuals: m.audiences_mutuals_text,
  crew: m.audiences_crew_text,
  only_me: m.audiences_only_me_text,
}

type About = { distance: string }

/**
 * The maximum error (meters) for viewers who can't see the exact position. A town's size varies, so towns have no
 * maximum.
 */
const METRES: Record<Precision, number> = { exact: 0, about_150_m: 150, about_1_km: 1_000, town: 0 }

const PRECISION_LABELS: Record<Precision, (about: About) => string> = {
  exact: m.audiences_exact,
  about_150_m: m.audiences_approximate,
  about_1_km: m.audiences_approximate,
  town: m.audiences_town,
}

const PRECISION_TEXTS: Record<Precision, (about: About) => string> = {
  exact: m.audiences_exact_text,
  about_150_m: m.audiences_approximate_text,
  about_1_km: m.audiences_approximate_text,
  town: m.audiences_town_text,
}

const SHOWN: Record<Exclude<Precision, 'exact'>, (about: About) => string> = {
  about_150_m: m.audiences_shown_approximate,
  about_1_km: m.audiences_shown_approximate,
  town: m.audiences_shown_town,
}

function describePrecision(precision: Precision): About {
  return { distance: distanceText(METRES[precision]) }
}

/** Whether a value, possibly stored by an earlier page, is an audience. */
export function isAudience(value: unknown): value is Audience {
  return AUDIENCES.some((audience) => audience === value)
}

/** Whether a value is a valid location precision. */
export function isPrecision(value: unknown): value is Precision {
  return PRECISIONS.some((precision) => precision === value)
}

/** Whether a value is an audience for a spot's exact position. */
export function isExactAudience(value: unknown): value is ExactAudience {
  return EXACT_AUDIENCES.some((audience) => audience === value)
}

/** Returns an audience's label. */
export function audienceLabel(audience: Audience): string {
  return LABELS[audience]()
}

/** Explains who will see a spot with this audience. */
export function audienceText(audience: Audience): string {
  return TEXTS[audience]()
}

/** Returns a precision's label. */
export function precisionLabel(precision: Precision): string {
  return PRECISION_LABELS[precision](describePrecision(precision))
}

/** Explains what people see if they can't see the exact position. */
export function precisionText(precision: Precision): string {
  return PRECISION_TEXTS[precision](describePrecision(precision))
}

/** Returns the notice for viewers who can't see a spot's exact position. */
export function shownText(precision: Exclude<Precision, 'exact'>): string {
  return SHOWN[precision](describePrecision(precision))
}
