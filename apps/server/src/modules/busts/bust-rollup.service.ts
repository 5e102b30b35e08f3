import { isQueued } from '../../db/is-queued.ts'
import type { Db, Tx } from '../../db/open.ts'
import {
  type ClockSpot,
  deleteClock,
  knowsZone,
  selectClockSpot,
  selectDaySums,
  takeChanges,
  upsertClock,
} from './bust-rollup.queries.ts'
import { countBusts } from './count-busts.ts'
import { loadHolidays } from './holidays.ts'
import { findTimeZone } from '../places/index.ts'
import { addDays, toLocalTime } from './local-time.ts'

/** Number of spots per transaction. */
const SPOTS_AT_ONCE = 50
/** Number of days ahead for which holidays are stored. */
const HOLIDAY_DAYS = 400

const zones = new Map<string, string>()

async function resolveZone(tx: Tx, spot: ClockSpot): Promise<string> {
  const zone = findTimeZone(spot)
  const known = zones.get(zone)
  if (known) return known
  // Falls back to an offset from UTC if PostgreSQL doesn't know the zone. `Etc/GMT` names have the opposite sign.
  const hours = -Math.round(spot.longitude / 15)
  const usable = (await knowsZone(tx, zone)) ? zone : `Etc/GMT${hours < 0 ? hours : `+${hours}`}`
  zones.set(zone, usable)
  return usable
}

async function countOne(tx: Tx, spot_id: string): Promise<void> {
  const spot = await selectClockSpot(tx, spot_id)
  const sums = spot ? await selectDaySums(tx, spot_id) : []
  if (!spot || sums.length === 0) return deleteClock(tx, spot_id)
  const time_zone = await resolveZone(tx, spot)
  const { day: today } = toLocalTime(new Date(), time_zone)
  const holidays_until = addDays(today, HOLIDAY_DAYS)
  const first = sums.reduce((earliest, { day }) => (day < earliest ? day : earliest), today)
  const all = await loadHolidays(spot.country, {
    from: Number(first.slice(0, 4)),
    to: Number(holidays_until.slice(0, 4)),
  })
  const holidays = [...all].filter((day) => day >= addDays(today, -1) && day <= holidays_until).toSorted()
  const counted = countBusts(sums, { types: spot.spot_types, holidays: all })
  await upsertClock(tx, { spot_id, time_zone, ...counted, holidays, holidays_until })
}

/** Computes statistics for queued spots; returns whether any were queued. Only one concurrent call does the work. */
export async function rollUpBusts({ db }: { db: Db }): Promise<boolean> {
  if (!(await isQueued(db, 'bust_changes'))) return false
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (tx) => {
      const spots = (await takeChanges(tx, SPOTS_AT_ONCE)) ?? []
      for (const spot_id of spots) await countOne(tx, spot_id)
      return spots.length > 0
    })
  }
  return true
}
