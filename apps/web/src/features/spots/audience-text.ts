import {
  type Audience,
  AUDIENCES,
  EXACT_AUDIENCES,
  type ExactAudience,
  type Precision,
  PRECISIONS,
} from '@nollie/contract/audiences/audience-table'
import { m } from '../../i18n/messages.ts'
import { distanceText } from '../../lib/distance-text.ts'

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

/** How far from a spot is what those see who do not see it exactly; what they see of a town has no size. */
const METRES: Record<Precision, number> = { exact: 0, about_150_m: 150, about_1_km: 1_000, town: 0 }

const PRECISION_LABELS: Record<Precision, (about: About) => string> = {
  exact: m.audiences_exact,
  about_150_m: m.audiences_about,
  about_1_km: m.audiences_about,
  town: m.audiences_town,
}

const PRECISION_TEXTS: Record<Precision, (about: About) => string> = {
  exact: m.audiences_exact_text,
  about_150_m: m.audiences_about_text,
  about_1_km: m.audiences_about_text,
  town: m.audiences_town_text,
}

const SHOWN: Record<Exclude<Precision, 'exact'>, (about: About) => string> = {
  about_150_m: m.audiences_shown_about,
  about_1_km: m.audiences_shown_about,
  town: m.audiences_shown_town,
}

const describePrecision = (precision: Precision): About => ({ distance: distanceText(METRES[precision]) })

/** Whether a value, perhaps stored by an earlier page, is an audience. */
export const isAudience = (value: unknown): value is Audience =>
  AUDIENCES.some((audience) => audience === value)

/** Whether a value is a precision. */
export const isPrecision = (value: unknown): value is Precision =>
  PRECISIONS.some((precision) => precision === value)

/** Whether a value is who may see a spot exactly. */
export const isExactAudience = (value: unknown): value is ExactAudience =>
  EXACT_AUDIENCES.some((audience) => audience === value)

/** The name of an audience. */
export const audienceLabel = (audience: Audience): string => LABELS[audience]()

/** Who will see what of a spot with this audience. */
export const audienceText = (audience: Audience): string => TEXTS[audience]()

/** The name of a precision. */
export const precisionLabel = (precision: Precision): string =>
  PRECISION_LABELS[precision](describePrecision(precision))

/** What those see of a spot's place who do not see it exactly. */
export const precisionText = (precision: Precision): string =>
  PRECISION_TEXTS[precision](describePrecision(precision))

/** What a page says to those who do not see where a spot exactly is. */
export const shownText = (precision: Exclude<Precision, 'exact'>): string =>
  SHOWN[precision](describePrecision(precision))
