import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'
import { BUST_OUTCOMES, BUSTED_BY, BUSTED_HOW } from './bust-values.ts'
import { issue } from '../sentences.ts'

const Hour = z.number().int().min(0).max(23)
/** Monday is 0. */
const Weekday = z.number().int().min(0).max(6)
const Percent = z.number().int().min(0).max(100)
const Day = z.iso.date()

/** How a session ended, as reported by one person. Only one report per person, spot, and day counts. */
export const BustReport = z
  .object({
    /** The session's local date, and the hour when it ended. */
    day: Day,
    hour: Hour,
    outcome: z.enum(BUST_OUTCOMES, issue`Choose how your session ended.`),
    /** Who kicked people out; absent if no one did. */
    by_whom: z
      .enum(BUSTED_BY)
      .nullish()
      .transform((who) => who ?? null),
    how: z
      .enum(BUSTED_HOW)
      .nullish()
      .transform((how) => how ?? null),
  })
  .refine(({ outcome, by_whom, how }) => outcome === 'kicked_out' || (by_whom === null && how === null), {
    path: ['by_whom'],
    error: issue`Only say who kicked you out if someone did.`,
  })
  .meta({ id: 'BustReport' })

/** The result of parsing {@link BustReport}. */
export type BustReport = z.output<typeof BustReport>

/** Consecutive hours on a weekday during which people rarely get kicked out; `to` is exclusive. */
export const QuietWindow = z
  .object({
    weekday: Weekday,
    from: Hour,
    to: z.number().int().min(1).max(24),
    chance: Percent,
    certainty: Percent,
  })
  .meta({ id: 'QuietWindow' })

/** Consecutive hours on a weekday during which people rarely get kicked out; `to` is exclusive. */
export type QuietWindow = z.output<typeof QuietWindow>

/** The chance of getting kicked out of a spot, by hour. */
export const BustClock = z
  .object({
    /** The spot's IANA time zone; all days and hours are local to it. */
    time_zone: z.string(),
    /** The number of reports in the last year that the chances are based on. */
    reports: z.number().int(),
    /** The chance of getting kicked out (percent) for each of the 168 hours of the week, starting Monday at 0:00. */
    chances: z.array(Percent).length(168),
    /** How much of each chance comes from reports rather than the spot type's default, in percent. */
    certainties: z.array(Percent).length(168),
    /** The three best time windows, best first. */
    windows: z.array(QuietWindow).max(3),
    /** Whether today is a public holiday at the spot. Holidays count as Sundays. */
    is_holiday: z.boolean(),
    /** The viewer's own recent reports, newest first. */
    mine: z.array(
      z.object({
        day: Day,
        hour: Hour,
        outcome: z.enum(BUST_OUTCOMES),
        by_whom: z.enum(BUSTED_BY).nullable(),
        how: z.enum(BUSTED_HOW).nullable(),
      }),
    ),
  })
  .meta({ id: 'BustClock' })

/** The chance of getting kicked out of a spot, by hour. */
export type BustClock = z.output<typeof BustClock>

const SpotParams = z.object({ spot_id: Id })

/** The chance of getting kicked out of a spot, and reports about it. */
export const bustEndpoints = {
  getBusts: endpoint('GET /api/spots/:spot_id/busts', {
    summary:
      'Get the chance of getting kicked out of a spot for each hour of the week. Includes the quietest time windows and the viewer’s own recent reports.',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: BustClock,
    errors: ['SPOT_NOT_FOUND'],
  }),
  reportBust: endpoint('PUT /api/spots/:spot_id/busts', {
    summary: 'Report how a session at a spot ended. A second report for the same day replaces the first one.',
    policy: 'member',
    rate: 'write',
    params: SpotParams,
    body: BustReport,
    errors: ['SPOT_NOT_FOUND'],
  }),
  removeBust: endpoint('DELETE /api/spots/:spot_id/busts/:day', {
    summary: 'Delete the viewer’s report for a day. If there is none, nothing happens.',
    policy: 'member',
    rate: 'remove',
    params: SpotParams.extend({ day: Day }),
    errors: ['SPOT_NOT_FOUND'],
  }),
}
