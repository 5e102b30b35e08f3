import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { decodeMap, toWorld } from '@nollie/contract'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { ROLLUP_SECONDS, rollUpSpots } from '../../../apps/server/src/modules/map/index.ts'
import { selectPins } from '../../../apps/server/src/modules/map/map.queries.ts'
import { readMap } from '../../../apps/server/src/modules/map/map.service.ts'
import type { TileView } from '../../../apps/server/src/modules/map/morton-ranges.ts'
import { wireText } from '../../../apps/server/src/modules/map/map-json.ts'
import { measureBoth, noTimings, reportGrowth } from './growth.ts'
import { onCpu, quantile, throwAwayCluster } from './bench-server.ts'
import { insertSpots, worldOfSpots } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld, type Side } from './world/open.ts'

// The map: measures the database's CPU time for a view, as the ratio of the large world to the small one with 10,000
// spots (one connection each, alternating). Also measures the first response's size, and how much counting adds to each
// write.
const ZOOMS = [2, 3, 4, 5, 6, 7, 8]
const VIEWS = 40
/** The size of the map on a phone (px). */
const SCREEN = { width: 390, height: 600 }

function viewAt(z: number, { latitude, longitude }: { latitude: number; longitude: number }): TileView {
  const size = 2 ** z
  const middle = toWorld(latitude, longitude)
  const half = { x: SCREEN.width / 1024, y: SCREEN.height / 1024 }
  const first = Math.floor(middle.x * size - half.x)
  const width = Math.min(size - 1, Math.floor(middle.x * size + half.x) - first)
  const x0 = ((first % size) + size) % size
  const row = (y: number) => Math.max(0, Math.min(size - 1, Math.floor(y)))
  return { z, x0, x1: x0 + width, y0: row(middle.y * size - half.y), y1: row(middle.y * size + half.y) }
}

async function viewports(sides: Record<'base' | 'world', Side>): Promise<void> {
  const towns = worldOfSpots(7)
  const timings = noTimings()
  const bytes: number[] = []
  for (let i = -10; i < VIEWS; i++) {
    const town = towns.town()
    for (const z of ZOOMS) {
      const view = viewAt(z, town)
      const { text } = await measureBoth(i < 0 ? null : timings, sides, ({ db }) =>
        readMap(db, view, {}, undefined),
      )
      if (i >= 0 && z === 6) bytes.push(gzipSync(text ?? '').length)
    }
  }
  reportGrowth('viewport z2-z8', timings, 1.3)
  report({
    name: 'first map data at z6, gzipped p95',
    value: quantile(bytes, 0.95),
    unit: 'B',
    goal: { max: 1_126 },
    detail: `p50: ${quantile(bytes, 0.5)} B`,
  })
}

async function pins({ db }: Side): Promise<void> {
  const town = worldOfSpots(3).town()
  const { rows } = await sql<{ id: string }>`
    select id from spots where deleted_at is null and qk >= nollie_quadkey(${town.latitude}, ${town.longitude})
    order by qk, id limit 500`.execute(db)
  const found = await selectPins(
    db,
    rows.map(({ id }) => id),
  )
  const text = wireText(14, [], found, { version: 1, total: found.length, total_capped: false })
  if (decodeMap(JSON.parse(text)).pins.length !== 500) throw new Error('There are no 500 pins.')
  report({
    name: '500 pins with names, gzipped',
    value: gzipSync(text).length,
    unit: 'B',
    goal: { max: 11_000 },
  })
}

const SECONDS = 4
const WRITERS = 4

/** Returns the total CPU time (ms) of all connections to a database except the one used here. */
async function spentBy(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`.execute(db)
  return rows.reduce((sum, { pid }) => sum + (onCpu(pid) ?? Number.NaN), 0)
}

type Inserts = { perSecond: number; cpuMs: number; freshMs: number }

/**
 * Inserts one spot after another without a pause. Measures spots per second, the database's CPU time per spot including
 * rollups, and how long the map takes to catch up afterward.
 */
async function insertFor(url: string, counted: boolean, seed: number): Promise<Inserts> {
  const db = openDatabase(url, { max: WRITERS + 1 })
  const clock = openDatabase(url, { max: 1 })
  await sql`${sql.raw(`alter table spots ${counted ? 'enable' : 'disable'} trigger spots_queue_insert`)}`.execute(
    db,
  )
  // Opens all connections before reading their CPU time for the first time.
  await Promise.all(Array.from({ length: WRITERS + 1 }, () => sql`select pg_sleep(0.2)`.execute(db)))
  const before = await spentBy(clock)
  const end = performance.now() + SECONDS * 1000
  const writing = { on: counted }
  const folding = (async () => {
    while (writing.on) {
      await rollUpSpots(db)
      await sleep(ROLLUP_SECONDS * 1000)
    }
  })()
  const writes = await Promise.all(
    Array.from({ length: WRITERS }, async (_, i) => {
      const world = worldOfSpots(seed * 10 + i)
      let count = 0
      for (; performance.now() < end; count++) await insertSpots(db, world.next(1))
      return count
    }),
  )
  const stopped = performance.now()
  writing.on = false
  await folding
  await rollUpSpots(db)
  const freshMs = performance.now() - stopped
  const count = writes.reduce((sum, one) => sum + one, 0)
  const cpuMs = ((await spentBy(clock)) - before) / count
  await db.destroy()
  await clock.destroy()
  return { perSecond: count / SECONDS, cpuMs, freshMs }
}

async function inserts(): Promise<void> {
  const cluster = await throwAwayCluster()
  const url = await cluster.database('bench_map_inserts')
  const pairs: { plain: Inserts; counted: Inserts }[] = []
  for (let pair = 0; pair < 3; pair++)
    pairs.push({
      plain: await insertFor(url, false, pair * 2 + 1),
      counted: await insertFor(url, true, pair * 2 + 2),
    })
  const median = (of: (pair: (typeof pairs)[number]) => number) => quantile(pairs.map(of), 0.5)
  report({
    name: 'database CPU of a plain insert, of one with the map fresh (median of 3)',
    value: median(({ plain, counted }) => plain.cpuMs / counted.cpuMs),
    unit: 'x',
    goal: { min: 0.8 },
    detail: `${median(({ plain }) => plain.cpuMs).toFixed(2)} and ${median(({ counted }) => counted.cpuMs).toFixed(2)} ms; by the clock ${median(({ plain }) => plain.perSecond).toFixed(0)}/s and ${median(({ counted }) => counted.perSecond).toFixed(0)}/s`,
  })
  report({
    name: 'after the last insert the map is fresh in',
    value: Math.max(...pairs.map(({ counted }) => counted.freshMs)),
    unit: 'ms',
    goal: { max: 1_000 },
  })
}

const sides = await openWorld()
await viewports(sides)
await pins(sides.world)
await inserts()
await done()
