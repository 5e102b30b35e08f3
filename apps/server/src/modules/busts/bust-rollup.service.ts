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
import { zoneAt } from '../places/index.ts'
import { dayAfter, localTime } from './local-time.ts'

/** Spots counted in one transaction. */
const SPOTS_AT_ONCE = 50
/** Holidays are stored for this many days. */
const HOLIDAY_DAYS = 400

const zones = new Map<string, string>()

const resolveZone = async (tx: Tx, spot: ClockSpot): Promise<string> => {
  const zone = zoneAt(spot)
  const known = zones.get(zone)
  if (known) return known
  // The whole hour of the meridian, if the database does not know a zone yet. The sign of such names is reversed.
  const hours = -Math.round(spot.longitude / 15)
  const usable = (await knowsZone(tx, zone)) ? zone : `Etc/GMT${hours < 0 ? hours : `+${hours}`}`
  zones.set(zone, usable)
  return usable
}

const countOne = async (tx: Tx, spot_id: string): Promise<void> => {
  const spot = await selectClockSpot(tx, spot_id)
  const sums = spot ? await selectDaySums(tx, spot_id) : []
  if (!spot || sums.length === 0) return deleteClock(tx, spot_id)
  const time_zone = await resolveZone(tx, spot)
  const { day: today } = localTime(new Date(), time_zone)
  const holidays_until = dayAfter(today, HOLIDAY_DAYS)
  const first = sums.reduce((earliest, { day }) => (day < earliest ? day : earliest), today)
  const all = await loadHolidays(spot.country, {
    from: Number(first.slice(0, 4)),
    to: Number(holidays_until.slice(0, 4)),
  })
  const holidays = [...all].filter((day) => day >= dayAfter(today, -1) && day <= holidays_until).toSorted()
  const counted = countBusts(sums, { types: spot.spot_types, holidays: all })
  await upsertClock(tx, { spot_id, time_zone, ...counted, holidays, holidays_until })
}

/** Computes the statistics of queued spots; returns whether any was queued. Concurrent calls are safe: one works. */
export const rollUpBusts = async ({ db }: { db: Db }): Promise<boolean> => {
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
