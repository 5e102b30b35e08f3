import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { StoredWindow } from '../../db/tables/conditions.ts'
import type { DaySum } from './count-busts.ts'

/** Claims up to `limit` queued spots. Returns null while another process is computing statistics. */
export async function takeChanges(tx: Tx, limit: number): Promise<string[] | null> {
  const lock = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('nollie_rollup_busts')) as mine`.execute(tx)
  if (!lock.rows[0]?.mine) return null
  const { rows } = await sql<{ spot_id: string }>`
    with taken as (
      delete from bust_changes where id in (select id from bust_changes order by id limit ${limit}) returning spot_id
    )
    select distinct spot_id from taken`.execute(tx)
  return rows.map(({ spot_id }) => spot_id)
}

/** The spot data that its statistics depend on, besides reports. */
export type ClockSpot = { latitude: number; longitude: number; country: string | null; spot_types: string[] }

/** Returns a spot's data for computing its statistics; undefined if the spot was purged. */
export async function selectClockSpot(tx: Tx, spot_id: string): Promise<ClockSpot | undefined> {
  const { rows } = await sql<ClockSpot>`
    select latitude, longitude, country, coalesce(spot_types, '{}') as spot_types from spots
    where id = ${spot_id} for key share`.execute(tx)
  return rows[0]
}

/** Reports older than this don't count. */
const COUNTED_DAYS = 365

/** Sums up a spot's reports from the last year by day and hour. Excludes reports by hidden people. */
export async function selectDaySums(tx: Tx, spot_id: string): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select r.day::text as day, r.hour, count(*)::int as sessions,
      count(*) filter (where r.outcome = 'kicked_out')::int as kicked
    from bust_reports r join profiles who on who.user_id = r.user_id and not who.is_hidden
    where r.spot_id = ${spot_id} and r.day >= current_date - ${COUNTED_DAYS}::int
    group by r.day, r.hour`.execute(tx)
  return rows
}

/** A spot's computed statistics. */
export type CountedClock = {
  spot_id: string
  time_zone: string
  sessions: number[]
  kicked: number[]
  chances: number[]
  certainties: number[]
  windows: StoredWindow[]
  holidays: string[]
  holidays_until: string
}

/** Stores a spot's statistics. */
export async function upsertClock(tx: Tx, clock: CountedClock): Promise<void> {
  const { spot_id, ...rest } = {
    ...clock,
    windows: JSON.stringify(clock.windows),
    counted_at: sql<string>`now()`,
  }
  await tx
    .insertInto('bust_clocks')
    .values({ spot_id, ...rest })
    .onConflict((conflict) => conflict.column('spot_id').doUpdateSet(rest))
    .execute()
}

/** Deletes the statistics of a spot that has no valid reports left. */
export async function deleteClock(tx: Tx, spot_id: string): Promise<void> {
  await tx.deleteFrom('bust_clocks').where('spot_id', '=', spot_id).execute()
}

/** Queues spots whose stored holidays cover less than the next `days` days. */
export async function queueOldHolidays(db: Db, days: number): Promise<void> {
  await sql`
    insert into bust_changes (spot_id)
    select spot_id from bust_clocks where holidays_until < current_date + ${days}::int
    order by holidays_until limit 500`.execute(db)
}

/** If the daily run fails, the next runs within this many days catch up. */
const CATCH_UP_DAYS = 7

/** Queues the clocks of spots with reports that have just turned a year old, so that they no longer count. */
export async function queueAgedReports(db: Db): Promise<void> {
  await sql`
    insert into bust_changes (spot_id)
    select distinct spot_id from bust_reports
    where day < current_date - ${COUNTED_DAYS}::int
      and day >= current_date - ${COUNTED_DAYS + CATCH_UP_DAYS}::int`.execute(db)
}

/** Whether PostgreSQL knows a time zone. Its list may be older than ours. */
export async function knowsZone(db: Db, time_zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where name = ${time_zone}) as known`.execute(db)
  return rows[0]?.known ?? false
}
