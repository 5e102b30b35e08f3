import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { decodeMap, toWorld } from '@nollie/contract'
import { sql } from 'kysely'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { ROLLUP_SECONDS, rollUpSpots } from '../apps/server/src/modules/map/index.ts'
import { selectPins } from '../apps/server/src/modules/map/map.queries.ts'
import { readMap } from '../apps/server/src/modules/map/map.service.ts'
import type { TileView } from '../apps/server/src/modules/map/morton.ts'
import { wireText } from '../apps/server/src/modules/map/map-json.ts'
import { growth } from './growth.ts'
import { cpuOf, quantile, throwAwayCluster } from './map-lib.ts'
import { insertSpots, worldOfSpots } from './map-world.ts'
import { done, report } from './report.ts'
import { openWorld, type Side } from './world/open.ts'

// The map: what a view costs the database in the small world of 10,000 spots and in all of it (ratio of on-CPU time, one
// connection each, views in turn), what the first answer weighs, and what counting costs those who write.
const ZOOMS = [2, 3, 4, 5, 6, 7, 8]
const VIEWS = 40
/** A phone's map, in pixels. */
const SCREEN = { width: 390, height: 600 }

const viewAt = (z: number, { latitude, longitude }: { latitude: number; longitude: number }): TileView => {
  const size = 2 ** z
  const middle = toWorld(latitude, longitude)
  const half = { x: SCREEN.width / 1024, y: SCREEN.height / 1024 }
  const first = Math.floor(middle.x * size - half.x)
  const width = Math.min(size - 1, Math.floor(middle.x * size + half.x) - first)
  const x0 = ((first % size) + size) % size
  const row = (y: number) => Math.max(0, Math.min(size - 1, Math.floor(y)))
  return { z, x0, x1: x0 + width, y0: row(middle.y * size - half.y), y1: row(middle.y * size + half.y) }
}

type Seen = { base: number[]; world: number[]; bytes: Map<number, number[]> }

const look = async ({ db }: Side, view: TileView) => {
  const { took, result } = await cpuOf(db, () => readMap(db, view, {}, undefined))
  return { took, bytes: gzipSync(result.text ?? '').length }
}

const viewports = async (base: Side, world: Side): Promise<void> => {
  const towns = worldOfSpots(7)
  const seen: Seen = { base: [], world: [], bytes: new Map() }
  for (let i = -10; i < VIEWS; i++) {
    const town = towns.town()
    for (const z of ZOOMS) {
      const view = viewAt(z, town)
      const [small, large] = [await look(base, view), await look(world, view)]
      if (i < 0) continue
      seen.base.push(small.took)
      seen.world.push(large.took)
      seen.bytes.set(z, [...(seen.bytes.get(z) ?? []), large.bytes])
    }
  }
  report({ name: 'viewport z2-z8, database CPU p95, of that in the small world', ...growth(seen, 1.3) })
  const bytes = seen.bytes.get(6) ?? []
  report({
    name: 'first map data at z6, gzipped p95',
    value: quantile(bytes, 0.95),
    unit: 'B',
    goal: { max: 1_126 },
    detail: `p50: ${quantile(bytes, 0.5)} B`,
  })
}

const pins = async ({ db }: Side): Promise<void> => {
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

/** Single inserts as fast as they go; gives how many a second, and how long the map took to be fresh afterwards (ms). */
const insertFor = async (
  url: string,
  counted: boolean,
  seed: number,
): Promise<{ rate: number; late: number }> => {
  const db = openDatabase(url, { max: WRITERS + 1 })
  await sql`${sql.raw(`alter table spots ${counted ? 'enable' : 'disable'} trigger spots_queue_insert`)}`.execute(
    db,
  )
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
  const late = performance.now() - stopped
  await db.destroy()
  return { rate: writes.reduce((sum, count) => sum + count, 0) / SECONDS, late }
}

const inserts = async (): Promise<void> => {
  const cluster = await throwAwayCluster()
  const url = await cluster.database('bench_map_inserts')
  const ratios: number[] = []
  const fresh: number[] = []
  const rates: number[] = []
  for (let pair = 0; pair < 3; pair++) {
    const plain = await insertFor(url, false, pair * 2 + 1)
    const counted = await insertFor(url, true, pair * 2 + 2)
    ratios.push(counted.rate / plain.rate)
    rates.push(counted.rate)
    fresh.push(counted.late)
  }
  report({
    name: 'insert rate with the map fresh, of a plain insert (median of 3)',
    value: quantile(ratios, 0.5),
    unit: 'x',
    goal: { min: 0.8 },
    detail: `${Math.round(quantile(rates, 0.5))}/s`,
  })
  report({
    name: 'after the last insert the map is fresh in',
    value: Math.max(...fresh),
    unit: 'ms',
    goal: { max: 1_000 },
  })
}

const { base, world } = await openWorld()
await viewports(base, world)
await pins(world)
await inserts()
await done()
