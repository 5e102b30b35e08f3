import { type Api, decodeMap, isPinOf, type MapWire, type Obstacle } from '@nollie/contract'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'

const BARE: Obstacle = {
  kind: 'ledge',
  height_cm: null,
  length_cm: null,
  stairs: null,
  angle: null,
  material: null,
  waxed: null,
  knobbed: null,
}
type Facts = {
  surface?: 'glassy' | 'smooth' | 'rough'
  ground?: 'concrete' | 'wood'
  light_at_night?: 'full'
  water?: boolean
  fee?: 'free'
  fee_note?: string
}

async function aSpot(
  { db }: TestApp,
  name: string,
  facts: Facts | null,
  obstacles: Partial<Obstacle>[] = [],
) {
  const id = uuid()
  const place = { latitude: 41.38, longitude: 2.16, spot_types: ['street' as const] }
  await db
    .insertInto('spots')
    .values({ id, name, ...place })
    .execute()
  if (!facts) return id
  await sql`insert into spot_facts (spot_id, qk, version) select id, qk, 1 from spots where id = ${id}`.execute(
    db,
  )
  await db
    .updateTable('spot_facts')
    .set({ spot_id: id, ...facts })
    .where('spot_id', '=', id)
    .execute()
  for (const one of obstacles)
    await db
      .insertInto('spot_obstacles')
      .values({ ...BARE, ...one, spot_id: id, id: uuid(), since: 1 })
      .execute()
  return id
}

const WORLD = { z: '0', x0: '0', x1: '0', y0: '0', y1: '0' }
const STREETS = { z: '14', x0: '8290', x1: '8290', y0: '6119', y1: '6119' }
const ELSEWHERE = { z: '14', x0: '100', x1: '100', y0: '6119', y1: '6119' }

async function ask({ app }: TestApp, url: string, query: Record<string, string>, headers = {}) {
  return app.inject({ url, query, headers })
}

/** Returns the names that a filter finds. The map, the list, its count, and its box must agree. */
async function finds(app: TestApp, filter: Record<string, string>) {
  const { items, count } = (await ask(app, '/api/spots', { ...WORLD, ...filter })).json<
    Api['GET /api/spots']['answer']
  >()
  expect(count).toBe(items.length)
  const bounds = await ask(app, '/api/spots/bounds', filter)
  expect(bounds.json<Api['GET /api/spots/bounds']['answer']>().count).toBe(items.length)
  for (const view of [WORLD, STREETS]) {
    const wire = (await ask(app, '/api/map', { ...view, ...filter })).json<MapWire>()
    const { pins, clusters } = decodeMap(wire)
    const drawn = pins.length + clusters.reduce((sum, { n }) => sum + n, 0)
    expect([wire.total, drawn]).toEqual([items.length, items.length])
    for (const pin of pins) expect(items.some(({ id }) => isPinOf(pin, id))).toBe(true)
  }
  const { total } = (await ask(app, '/api/map/facts', { ...STREETS, ...filter })).json<
    Api['GET /api/map/facts']['answer']
  >()
  expect(total).toBe(items.length)
  return items.map(({ name }) => name).toSorted()
}

test('FACT-08 fact filters match the same spots everywhere, and choices have counts', async ({ app }) => {
  await aSpot(app, 'Nobody knows', null)
  await aSpot(app, 'Low', { surface: 'smooth', light_at_night: 'full' }, [{ height_cm: 28 }])
  await aSpot(app, 'Marble', { surface: 'glassy', light_at_night: 'full', water: true }, [
    { height_cm: 45 },
    { kind: 'stairs', stairs: 7 },
  ])
  await aSpot(app, 'Crust', { surface: 'rough' }, [{ height_cm: 45 }, { kind: 'rail', height_cm: 60 }])
  await aSpot(app, 'Rail', { surface: 'smooth' }, [{ kind: 'rail', height_cm: 50 }])
  await aSpot(app, 'Asked only', {}, [])
  await spotsCounted(app.db)
  const ledges = { obstacle: 'ledge', height_min: '30', height_max: '60' }
  expect(await finds(app, { obstacle: 'ledge' })).toEqual(['Crust', 'Low', 'Marble'])
  expect(await finds(app, ledges)).toEqual(['Crust', 'Marble'])
  expect(await finds(app, { ...ledges, surface: 'smooth', features: 'lit' })).toEqual(['Marble'])
  expect(await finds(app, { surface: 'smooth' })).toEqual(['Low', 'Marble', 'Rail'])
  expect(await finds(app, { features: 'water,lit' })).toEqual(['Marble'])
  expect(await finds(app, { height_min: '55' })).toEqual(['Crust'])
  expect(await finds(app, { surface: 'smooth', q: 'rail' })).toEqual(['Rail'])
  const counts = await ask(app, '/api/map/facts', { ...STREETS, surface: 'smooth' })
  expect(counts.json()).toMatchObject({
    total: 3,
    obstacles: { ledge: 2, stairs: 1, rail: 1 },
    surfaces: { glassy: 1, smooth: 3, average: 3, rough: 4, crusty: 4 },
    features: { lit: 2, water: 1, roofed: 0 },
  })
  expect((await ask(app, '/api/map/facts', ELSEWHERE)).json()).toMatchObject({ total: 0, obstacles: {} })
  const near = { ...WORLD, surface: 'smooth', near: '41.38,2.16' }
  expect((await ask(app, '/api/spots', near)).json<{ items: object[] }>().items).toHaveLength(3)
})

test('FACT-08 spots are filtered by ground material and admission', async ({ app }) => {
  await aSpot(app, 'Slab', { ground: 'concrete', surface: 'rough', fee: 'free' })
  await aSpot(app, 'Smooth slab', { ground: 'concrete', surface: 'smooth', fee: 'free', fee_note: '2 EUR' })
  await aSpot(app, 'Barn', { ground: 'wood', surface: 'smooth' })
  await aSpot(app, 'Unknown', { surface: 'smooth' })
  await spotsCounted(app.db)
  expect(await finds(app, { ground: 'concrete' })).toEqual(['Slab', 'Smooth slab'])
  expect(await finds(app, { ground: 'concrete', surface: 'smooth' })).toEqual(['Smooth slab'])
  expect(await finds(app, { ground: 'marble' })).toEqual([])
  expect(await finds(app, { features: 'free' })).toEqual(['Slab'])
  const counts = async (filter: Record<string, string>) =>
    (await ask(app, '/api/map/facts', { ...STREETS, ...filter })).json<object>()
  expect(await counts({ surface: 'smooth' })).toMatchObject({ grounds: { concrete: 1, wood: 1 } })
  expect(await counts({ ground: 'wood' })).toMatchObject({
    total: 1,
    grounds: { concrete: 2, wood: 1 },
    surfaces: { smooth: 1 },
  })
})

test('FACT-08 a view filtered by facts is never stale', async ({ app }) => {
  const id = await aSpot(app, 'Changing', { surface: 'rough' })
  await spotsCounted(app.db)
  const query = { ...STREETS, surface: 'glassy' }
  const first = await ask(app, '/api/map', query)
  const known = { 'if-none-match': String(first.headers.etag) }
  expect((await ask(app, '/api/map', query, known)).statusCode).toBe(304)
  await app.db.updateTable('spot_facts').set({ surface: 'glassy' }).where('spot_id', '=', id).execute()
  expect((await ask(app, '/api/map', query, known)).statusCode).toBe(200)
})

test('refuses invalid filters', async ({ app }) => {
  const wrong: Record<string, string>[] = [
    { obstacle: 'tree' },
    { height_min: '0' },
    { height_max: '1501' },
    { height_min: '4.5' },
    { surface: 'wet' },
    { features: 'lit,cheap' },
    { ground: 'lava' },
  ]
  for (const filter of wrong)
    expect((await ask(app, '/api/map', { ...WORLD, ...filter })).statusCode, JSON.stringify(filter)).toBe(400)
})
