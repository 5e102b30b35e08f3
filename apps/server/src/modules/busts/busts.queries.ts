import { type BustReport, ENOUGH_REPORTS } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { StoredWindow } from '../../db/tables/conditions.ts'

/** A spot's stored statistics, with its country's holidays. */
export type ClockRow = {
  time_zone: string
  reports: number
  chances: number[]
  certainties: number[]
  windows: StoredWindow[]
  holidays: string[]
}

/** One of a person's own reports. */
export type OwnReport = BustReport

/** Returns a spot's stored statistics; undefined if it has no reports. */
export async function selectClock(db: Db, spot_id: string): Promise<ClockRow | undefined> {
  const { rows } = await sql<ClockRow>`
    select time_zone, (select sum(n)::int from unnest(sessions) n) as reports, chances, certainties, windows,
      holidays::text[] as holidays
    from bust_clocks where spot_id = ${spot_id}`.execute(db)
  return rows[0]
}

/** Returns a person's reports about a spot since a given day, newest first. */
export async function selectOwnReports(
  db: Db,
  user_id: string,
  spot_id: string,
  since: string,
): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    select day::text as day, hour, outcome, by_whom, how from bust_reports
    where spot_id = ${spot_id} and user_id = ${user_id} and day >= ${since}::date
    order by bust_reports.day desc`.execute(db)
  return rows
}

/** Stores a report, replacing the person's report for the same spot and day. */
export async function upsertReport(
  db: Db,
  user_id: string,
  spot_id: string,
  report: BustReport,
): Promise<void> {
  const { day: _, ...rest } = report
  await db
    .insertInto('bust_reports')
    .values({ spot_id, user_id, ...report })
    .onConflict((conflict) => conflict.columns(['spot_id', 'user_id', 'day']).doUpdateSet(rest))
    .execute()
}

/** Deletes a person's report for a day. */
export async function deleteReport(db: Db, user_id: string, spot_id: string, day: string): Promise<void> {
  await db
    .deleteFrom('bust_reports')
    .where('spot_id', '=', spot_id)
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .execute()
}

/** Deletes reports that are more than `days` days old. */
export async function deleteOldReports(db: Db, days: number): Promise<void> {
  await sql`delete from bust_reports where day < current_date - ${days}::int`.execute(db)
}

/**
 * Whether getting kicked out of spot `s` is likely at a given time, according to stored statistics; false for spots
 * with too few reports.
 */
export function isBusyNow(at: Date, busyFrom: number): RawBuilder<boolean> {
  const now = sql`(${at.toISOString()}::timestamptz at time zone clock.time_zone)`
  const weekday = sql`case when ${now}::date = any(clock.holidays) then 6 else extract(isodow from ${now})::int - 1 end`
  return sql<boolean>`exists (select from bust_clocks clock where clock.spot_id = s.id
    and (select sum(n) from unnest(clock.sessions) n) >= ${ENOUGH_REPORTS}
    and clock.chances[(${weekday}) * 24 + extract(hour from ${now})::int + 1] >= ${busyFrom})`
}
