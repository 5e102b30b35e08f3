import type { SpotCard, Standing } from '@nollie/contract'
import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { m } from '../../i18n/messages.ts'
import { dayText, daysAgoText, unitText } from '../../lib/format.ts'

/** What is known here of a spot. A device may have stored it before spots had a standing. */
export type StandingSpot = Pick<
  SpotCard,
  'id' | 'name' | 'latitude' | 'longitude' | 'created_at' | 'source'
> & {
  standing?: Standing
} & Partial<Pick<SpotCard, 'precision' | 'is_exact'>>

/** The name of checks in the outbox of this device. */
export const CHECK = 'check'

/** A day of the calendar, which is the same everywhere. */
export const untilText = (until: string): string => dayText(`${until}T12:00:00`)

/** The state of a spot in short. */
export function stateText({ state, until }: Pick<Standing, 'state' | 'until'>): string {
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

/** The time since a moment, in whole months or years of the calendar: `2 years`, `18 months`. */
export const longText = (since: string, now: number): string => {
  const [from, to] = [new Date(since), new Date(now)]
  const isWhole = to.getUTCDate() >= from.getUTCDate()
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    to.getUTCMonth() -
    from.getUTCMonth() -
    (isWhole ? 0 : 1)
  return months >= 24 ? unitText(Math.floor(months / 12), 'year') : unitText(Math.max(1, months), 'month')
}

/** Who confirmed how a spot stands, and when; null where there is nothing to say. */
export function confirmedText({ created_at, standing }: StandingSpot, now: number): string | null {
  if (!standing) return null
  const { state, confirmed_at, confirmed_by, is_doubtful } = standing
  if (state === 'unverified') return m.checks_unverified()
  if (is_doubtful) return m.checks_doubtful({ time: longText(confirmed_at ?? created_at, now) })
  if (confirmed_at) return m.checks_confirmed({ ago: daysAgoText(confirmed_at, now), count: confirmed_by })
  return state === 'open' ? m.checks_unconfirmed() : null
}

/** What somebody says that they saw. */
export const ANSWER_TEXTS: Record<CheckAnswer, () => string> = {
  open: m.checks_answer_open,
  skatestopped: m.checks_answer_stopped,
  gone: m.checks_answer_gone,
  under_construction: m.checks_answer_construction,
  closed: m.checks_answer_closed,
}
