import type { Audience } from '@nollie/contract/audiences/audience-table'
import { AUDIENCES } from '@nollie/contract/audiences/audience-table'
import { m } from '../../i18n/messages.ts'

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

/** Whether a value, perhaps stored by an earlier page, is an audience. */
export const isAudience = (value: unknown): value is Audience =>
  AUDIENCES.some((audience) => audience === value)

/** The name of an audience. */
export const audienceLabel = (audience: Audience): string => LABELS[audience]()

/** Who will see what of a spot with this audience. */
export const audienceText = (audience: Audience): string => TEXTS[audience]()
