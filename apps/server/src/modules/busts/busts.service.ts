import { BUST_DAYS, type BustClock, type BustReport, ENOUGH_REPORTS } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { refusedField } from '../../platform/http/index.ts'
import { requireSpot } from '../spots/index.ts'
import { type ClockRow, deleteReport, selectClock, selectOwnReports, upsertReport } from './busts.queries.ts'
import { guessClock } from './count-busts.ts'
import { toHourOfWeek } from './bust-priors.ts'
import { findTimeZone } from '../places/index.ts'
import { addDays, toLocalTime } from './local-time.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'

const SUNDAY = 6

type Position = { latitude: number; longitude: number }

/** Statistics for one hour. */
export type BustNow = { chance: number; certainty: number; weekday: number; is_holiday: boolean }

/** Returns a spot's time zone, and its statistics at a given time; null if it has too few reports. */
export async function bustNow(
  db: Db,
  spot: Position & { id: string },
  at: Date,
): Promise<{ time_zone: string; bust: BustNow | null }> {
  const clock = await selectClock(db, spot.id)
  if (!clock) return { time_zone: findTimeZone(spot), bust: null }
  if (clock.reports < ENOUGH_REPORTS) return { time_zone: clock.time_zone, bust: null }
  const { day, hour, ...local } = toLocalTime(at, clock.time_zone)
  const is_holiday = clock.holidays.includes(day)
  const weekday = is_holiday ? SUNDAY : local.weekday
  const index = toHourOfWeek(weekday, hour)
  const [chance = 0, certainty = 0] = [clock.chances[index], clock.certainties[index]]
  return { time_zone: clock.time_zone, bust: { chance, certainty, weekday, is_holiday } }
}

function getClock(row: ClockRow | undefined, spot: Position & { spot_types: string[] }) {
  if (!row)
    return { time_zone: findTimeZone(spot), reports: 0, ...guessClock(spot.spot_types), is_holiday: false }
  const { holidays, ...clock } = row
  return { ...clock, is_holiday: holidays.includes(toLocalTime(new Date(), row.time_zone).day) }
}

/**
 * Returns the chance of getting kicked out of a spot, for a viewer who can see it.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function readClock(db: Db, user_id: string, spot_id: string): Promise<BustClock> {
  const spot = await requireSpot(db, user_id, spot_id)
  const clock = getClock(await selectClock(db, spot_id), spot)
  const { day } = toLocalTime(new Date(), clock.time_zone)
  const mine = await selectOwnReports(db, user_id, spot_id, addDays(day, -BUST_DAYS))
  return { ...clock, mine }
}

function refuseDay(detail: Sentence) {
  return refusedField('BAD_REQUEST', 'day', detail)
}

/**
 * Stores a report about how a session ended.
 * @throws Refusal SPOT_NOT_FOUND; BAD_REQUEST for a session in the future or too far in the past
 */
export async function reportBust(
  db: Db,
  user_id: string,
  spot_id: string,
  report: BustReport,
): Promise<void> {
  const now = toLocalTime(new Date(), findTimeZone(await requireSpot(db, user_id, spot_id)))
  if (report.day > now.day || (report.day === now.day && report.hour > now.hour))
    throw refuseDay(say`This session is still in the future, in the spot’s local time.`)
  if (report.day < addDays(now.day, -BUST_DAYS)) throw refuseDay(say`This session was more than a month ago.`)
  await upsertReport(db, user_id, spot_id, report)
}

/**
 * Deletes the person's own report for a day.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function removeBust(db: Db, user_id: string, spot_id: string, day: string): Promise<void> {
  await requireSpot(db, user_id, spot_id)
  await deleteReport(db, user_id, spot_id, day)
}
