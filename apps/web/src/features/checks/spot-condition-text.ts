import type { SpotCard, SpotCondition } from '@nollie/contract'
import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { m } from '../../i18n/messages.ts'
import { dayText, daysAgoText, unitText } from '../../lib/format.ts'

/** The spot fields that status reports need. Spots stored by an older version may lack the condition, `standing`. */
export type CheckedSpot = Pick<
  SpotCard,
  'id' | 'name' | 'latitude' | 'longitude' | 'created_at' | 'source'
> & {
  standing?: SpotCondition
  time_zone?: string
} & Partial<Pick<SpotCard, 'precision' | 'is_exact'>>

/** The outbox's name for status reports. */
export const CHECK = 'check'

/** Formats a calendar date, which is the same in every time zone. */
export function untilText(until: string): string {
  return dayText(`${until}T12:00:00`)
}

/** Returns a short text for a spot's condition. */
export function stateText({ state, until }: Pick<SpotCondition, 'state' | 'until'>): string {
  switch (state) {
    case 'open':
      return m.checks_state_open()
    case 'skatestopped':
      return m.checks_state_stopped()
    case 'under_construction':
      return until
        ? m.checks_state_construction_until({ day: untilText(until) })
        : m.checks_state_construction()
    case 'closed':
      return until ? m.checks_state_closed_until({ day: untilText(until) }) : m.checks_state_closed()
    case 'gone':
      return m.checks_state_gone()
    case 'unverified':
      return m.checks_state_unverified()
  }
}

/** Formats the time elapsed since a date in whole calendar months or years: `2 years`, `18 months`. */
export function longText(since: string, now: number): string {
  const [from, to] = [new Date(since), new Date(now)]
  const isWhole = to.getUTCDate() >= from.getUTCDate()
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    to.getUTCMonth() -
    from.getUTCMonth() -
    (isWhole ? 0 : 1)
  return months >= 24 ? unitText(Math.floor(months / 12), 'year') : unitText(Math.max(1, months), 'month')
}

/** Whether a spot was shared recently and hasn't been checked since, so its condition is only assumed. */
export function isFresh({ standing }: CheckedSpot): boolean {
  return standing?.state === 'open' && !standing.is_doubtful && standing.confirmed_at === null
}

/** Describes who confirmed a spot's condition and when; null if unknown. */
export function confirmedText({ created_at, standing }: CheckedSpot, now: number): string | null {
  if (!standing) return null
  const { state, confirmed_at, confirmed_by, is_doubtful } = standing
  if (state === 'unverified') return m.checks_unverified()
  if (is_doubtful) return m.checks_unconfirmed({ time: longText(confirmed_at ?? created_at, now) })
  return confirmed_at
    ? m.checks_confirmed({ ago: daysAgoText(confirmed_at, now), count: confirmed_by })
    : null
}

/** Each answer's label. */
export const ANSWER_TEXTS: Record<CheckAnswer, () => string> = {
  open: m.checks_answer_open,
  skatestopped: m.checks_answer_stopped,
  gone: m.checks_answer_gone,
  under_construction: m.checks_answer_construction,
  closed: m.checks_answer_closed,
}
