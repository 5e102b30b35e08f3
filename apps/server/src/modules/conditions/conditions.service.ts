import type { Conditions } from '@nollie/contract'
import { openingAt, readOpeningHours } from '@nollie/contract/facts/opening-hours'
import type { Db } from '../../db/open.ts'
import { bustNow, toLocalTime } from '../busts/index.ts'
import { requireCard } from '../spots/index.ts'
import { groundAt, type WeatherHour, findWetSpans } from './drying.ts'
import { selectKnownFacts } from './ground-facts.queries.ts'
import { toGroundFacts, type SpotFacts } from './ground-facts.ts'
import type { Weather } from './weather.service.ts'

const HOUR_MS = 3_600_000

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function describeGround(
  hours: readonly WeatherHour[],
  { drying, is_covered }: SpotFacts,
  at: Date,
): Conditions['ground'] {
  if (is_covered) return { state: 'dry', dry_since: null, dry_from: null, is_covered }
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return null
  const known = { first: first.at - HOUR_MS, last: last.at }
  const ground = groundAt(findWetSpans(hours, drying), known, at.getTime())
  if (!ground) return null
  const { state, dry_since, dry_from } = ground
  return { state, dry_since: moment(dry_since), dry_from: moment(dry_from), is_covered }
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/** Returns the number of days in a month; January is 1. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function describeOpening(hours: string | null, at: Date, time_zone: string): Conditions['opening'] {
  const year = hours === null ? null : readOpeningHours(hours)
  if (!year) return null
  const { day, weekday, hour, minute } = toLocalTime(at, time_zone)
  const ofDay = hour * 60 + minute
  const [ofYear = 0, month = 1, ofMonth = 1] = day.split('-').map(Number)
  const { is_open, changes_in } = openingAt(year, {
    month: month - 1,
    minute: weekday * DAY_MINUTES + ofDay,
    left: (daysIn(ofYear, month) - ofMonth + 1) * DAY_MINUTES - ofDay,
  })
  const from = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  return { is_open, changes_at: moment(changes_in === null ? null : from + changes_in * MINUTE_MS) }
}

/**
 * Returns current conditions at a spot, for a viewer who can see it.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function readConditions(
  { db, weather }: { db: Db; weather: Weather },
  { viewer, sender }: { viewer: string | null; sender: string },
  spot_id: string,
): Promise<Conditions> {
  const spot = await requireCard(db, viewer, spot_id)
  const at = new Date()
  const known = await selectKnownFacts(db, spot_id)
  const facts = toGroundFacts(known)
  const { time_zone, bust } = await bustNow(db, spot, at)
  const hours = await weather.hoursAt(spot_id, sender)
  return {
    time_zone,
    ground: describeGround(hours, facts, at),
    night_light: facts.night_light,
    bust,
    opening: describeOpening(known.opening_hours, at, time_zone),
  }
}
