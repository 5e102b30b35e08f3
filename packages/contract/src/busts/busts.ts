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

/** How a session ended, as a person reports it: one voice for each spot and day. */
export const BustReport = z
  .object({
    /** The day of the session where the spot is, and the hour at which it ended. */
    day: Day,
    hour: Hour,
    outcome: z.enum(BUST_OUTCOMES, issue`Choose how your session ended.`),
    /** Who sent people away, if anybody did. */
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
    error: issue`If there was no hassle, no one kicked you out.`,
  })
  .meta({ id: 'BustReport' })

/** {@link BustReport} as the server parses it. */
export type BustReport = z.output<typeof BustReport>

/** Some hours of one day of the week in which one is rarely kicked out; `to` is the hour at which they end. */
export const QuietWindow = z
  .object({
    weekday: Weekday,
    from: Hour,
    to: z.number().int().min(1).max(24),
    chance: Percent,
    certainty: Percent,
  })
  .meta({ id: 'QuietWindow' })

/** @see QuietWindow */
export type QuietWindow = z.output<typeof QuietWindow>

/** When one is kicked out of a spot. */
export const BustClock = z
  .object({
    /** Where the spot is, as the IANA names it; every day and hour is in it. */
    time_zone: z.string(),
    /** How many reports it rests on. */
    reports: z.number().int(),
    /** The chance of being kicked out in percent at each hour of the week; Monday 0 o'clock is the first of 168. */
    chances: z.array(Percent).length(168),
    /** How much of each chance comes from reports and not from the kind of spot, in percent. */
    certainties: z.array(Percent).length(168),
    /** The best three, the best first. */
    windows: z.array(QuietWindow).max(3),
    /** Whether today is a public holiday there, which counts as a Sunday. */
    is_holiday: z.boolean(),
    /** The viewer's own latest reports, the newest first. */
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

/** @see BustClock */
export type BustClock = z.output<typeof BustClock>

const SpotParams = z.object({ spot_id: Id })

/** When one is kicked out of a spot, and what people report of it. */
export const bustEndpoints = {
  getBusts: endpoint('GET /api/spots/:spot_id/busts', {
    summary: 'How likely one is kicked out of a spot at each hour of the week, and when least',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: BustClock,
    errors: ['SPOT_NOT_FOUND'],
  }),
  reportBust: endpoint('PUT /api/spots/:spot_id/busts', {
    summary: 'Say how a session ended; a second report of the same day replaces the first one',
    policy: 'member',
    rate: 'write',
    params: SpotParams,
    body: BustReport,
    errors: ['SPOT_NOT_FOUND'],
  }),
  removeBust: endpoint('DELETE /api/spots/:spot_id/busts/:day', {
    summary: "Take back one's own report of a day; without one, nothing happens",
    policy: 'member',
    rate: 'remove',
    params: SpotParams.extend({ day: Day }),
    errors: ['SPOT_NOT_FOUND'],
  }),
}
