import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { addToRate } from '../../db/rate-counts.ts'
import { DRYING, type WeatherHour, type WetSpan, findWetSpans } from './drying.ts'

/** Weather data expires after this many hours. */
export const WEATHER_HOURS = 6
/** Minutes until a cell's weather is requested again, normally and after a failure. */
const FRESH_MINUTES = 60
const RETRY_MINUTES = 10
const HOUR_S = 3_600

/** A map square about ten kilometers wide; x and y are its corner in 26-bit coordinates. */
export type Cell = { cell: number; x: number; y: number }

/** Returns the weather square that contains a spot. */
export async function selectCellOf(db: Db, spot_id: string): Promise<number | undefined> {
  const { rows } = await sql<{ cell: number }>`
    select qk >> 28 as cell from spots where id = ${spot_id} and deleted_at is null`.execute(db)
  return rows[0]?.cell
}

/** Returns up to `limit` squares with spots in these ranges of codes. Looks only at the first few thousand spots. */
export async function selectCellsIn(
  db: Db,
  ranges: readonly { low: number; high: number }[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ cell: number }>`
    select distinct s.qk >> 28 as cell
    from unnest(${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[]) r (low, high)
    cross join lateral (
      select qk from spots where deleted_at is null and qk >= r.low and qk < r.high limit 2000
    ) s limit ${limit}`.execute(db)
  return rows.map(({ cell }) => cell)
}

/**
 * A sender's share of the weather quota: the key under which their squares are counted, and the hourly limit for
 * everyone together.
 */
export type Share = { sender: string; cellsAnHour: number }

/** Each sender can use at most a quarter of the remaining quota, so some always remains for others. */
const SHARES = 4

const isDue = sql<boolean>`w.asked_at < now() - interval '1 minute'
  * case when w.fetched_at >= w.asked_at then ${FRESH_MINUTES}::int else ${RETRY_MINUTES}::int end`

/** Returns the squares whose weather is missing or outdated. */
async function selectDue(db: Db, cells: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ cell: number }>`
    select cell from unnest(${cells}::bigint[]) cell left join weather_cells w using (cell)
    where w.cell is null or ${isDue} order by cell`.execute(db)
  return rows.map(({ cell }) => cell)
}

async function countAsked(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from weather_cells where asked_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}

async function insertClaims(tx: Tx, cells: readonly number[]): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    insert into weather_cells as w (cell, asked_at)
    select cell, now() from unnest(${cells}::bigint[]) cell order by cell
    on conflict (cell) do update set asked_at = now() where ${isDue}
    returning w.cell, nollie_quadkey_axis(w.cell << 28) as x, nollie_quadkey_axis((w.cell << 28) >> 1) as y`.execute(
    tx,
  )
  return rows
}

/** Claims squares with missing or outdated weather, within the sender's share. The caller must then request them. */
export async function claimCells(
  db: Db,
  cells: readonly number[],
  { sender, cellsAnHour }: Share,
): Promise<Cell[]> {
  const due = await selectDue(db, cells)
  if (due.length === 0) return []
  return db.transaction().execute(async (tx) => {
    const count = (times: number) =>
      addToRate(tx, { name: 'weather', subject: sender, seconds: HOUR_S, times })
    // Also locks the sender's count, so that concurrent requests share one quota.
    const { times: taken } = await count(0)
    const left = cellsAnHour - (await countAsked(tx))
    const room = Math.floor((left - SHARES * taken) / (SHARES + 1))
    if (room <= 0) return []
    const claimed = await insertClaims(tx, due.slice(0, room))
    await count(claimed.length)
    return claimed
  })
}

function rangesText(spans: readonly WetSpan[]): string {
  return `{${spans.map(({ from, to }) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`).join(',')}}`
}

/** Stores a square's weather, and when each type of ground is wet. */
export async function storeWeather(db: Db, cell: number, hours: readonly WeatherHour[]): Promise<void> {
  const [wet_fast = '{}', wet_normal = '{}', wet_slow = '{}'] = DRYING.map((drying) =>
    rangesText(findWetSpans(hours, drying)),
  )
  const rows = hours.map(({ at, rain, temperature, humidity, wind, sun }) => [
    at,
    rain,
    temperature,
    humidity,
    wind,
    sun,
  ])
  await db
    .updateTable('weather_cells')
    .set({
      fetched_at: sql<string>`now()`,
      hours: JSON.stringify(rows),
      wet_fast,
      wet_normal,
      wet_slow,
    })
    .where('cell', '=', cell)
    .execute()
}

/** Returns a square's hourly weather; empty if it's missing or expired. */
export async function selectHours(db: Db, cell: number): Promise<WeatherHour[]> {
  const { rows } = await sql<{ hours: number[][] }>`
    select hours from weather_cells
    where cell = ${cell}::bigint and fetched_at > now() - ${WEATHER_HOURS}::int * interval '1 hour'`.execute(
    db,
  )
  return (rows[0]?.hours ?? []).map(
    ([at = 0, rain = 0, temperature = 0, humidity = 0, wind = 0, sun = 0]) => ({
      at,
      rain,
      temperature,
      humidity,
      wind,
      sun,
    }),
  )
}

/** Deletes expired weather. */
export async function deleteOldWeather(db: Db): Promise<void> {
  await sql`delete from weather_cells where asked_at < now() - ${WEATHER_HOURS}::int * interval '1 hour'`.execute(
    db,
  )
}
