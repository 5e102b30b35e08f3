import { type Api, decodeMap, isPinOf, type MapWire, type SpotType, toWorld } from '@nollie/contract'
import { v4 as uuid } from 'uuid'
import { expect } from 'vitest'
import { sql } from 'kysely'
import type { TestApp } from '../../../test/world/app.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { emptyMap } from '../../../test/makers/spots.ts'

test.beforeEach(async ({ app }) => {
  await emptyMap(app.db)
})

type Sown = { name?: string; at?: [number, number]; types?: SpotType[]; [column: string]: unknown }

/** Inserts spots into the table and updates the counts. */
async function sow(app: TestApp, ...spots: Sown[]): Promise<string[]> {
  const rows = spots.map(({ name = 'Spot', at = [41.38, 2.16], types = ['street'], ...rest }, i) => ({
    id: uuid(),
    name,
    latitude: at[0],
    longitude: at[1],
    spot_types: types,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
    ...rest,
  }))
  await app.db.insertInto('spots').values(rows).execute()
  await spotsCounted(app.db)
  return rows.map(({ id }) => id)
}

const WORLD = { z: 0, x0: 0, x1: 0, y0: 0, y1: 0 }
/** Returns the tile at zoom `z` that contains this position. */
function tileAt(z: number, latitude: number, longitude: number) {
  const at = toWorld(latitude, longitude)
  const [x, y] = [Math.floor(at.x * 2 ** z), Math.floor(at.y * 2 ** z)]
  return { z, x0: x, x1: x, y0: y, y1: y }
}

function get(app: TestApp, path: string, query: object, headers: Record<string, string> = {}) {
  return app.app.inject({
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
    headers,
  })
}

async function map(app: TestApp, query: object) {
  const answer = await get(app, '/api/map', query)
  expect(answer.statusCode, answer.body).toBe(200)
  const wire = answer.json<MapWire>()
  return { ...decodeMap(wire), total: wire.total, capped: wire.total_capped }
}

type List = Api['GET /api/spots']['answer']

async function list(app: TestApp, query: object) {
  const answer = await get(app, '/api/spots', query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<List>()
}

/** Looks up names in the table, because pins in the response have none. */
async function names(app: TestApp, { pins }: { pins: { ref: string }[] }): Promise<string[]> {
  const rows = await app.db.selectFrom('spots').select(['id', 'name']).execute()
  const shown = rows.filter(({ id }) => pins.some((pin) => isPinOf(pin, id)))
  return shown.map(({ name }) => name).toSorted()
}

test('MAP-08 counts all matching spots, including with a type and text', async ({ app }) => {
  await sow(
    app,
    { types: ['bowl'] },
    { types: ['bowl', 'park'], at: [-33.9, 151.2] },
    { name: 'Long ledge', types: ['ledges'] },
  )
  const tile = tileAt(8, 41.38, 2.16)
  expect((await map(app, tile)).total).toBe(3)
  expect((await map(app, { ...tile, type: 'bowl' })).total).toBe(2)
  expect((await map(app, { ...tile, q: 'long' })).total).toBe(1)
  expect((await map(app, { ...tile, q: 'nothing like it' })).total).toBe(0)
})

test('a few spots are pins at their positions; many in one cell are a disc with the mix of their types', async ({
  app,
}) => {
  const near = Array.from({ length: 8 }, (_, i) => ({
    at: [41.38 + i / 1e5, 2.16] as [number, number],
    types: [i < 6 ? 'ledges' : 'bowl'] as SpotType[],
  }))
  const [alone] = await sow(app, { name: 'Alone', at: [48.85, 2.35], types: ['vert'] }, ...near)
  const shown = await map(app, { z: 5, x0: 15, x1: 16, y0: 10, y1: 12 })
  expect(shown.pins).toEqual([
    {
      ref: expect.stringMatching(`-${alone?.slice(-6)}$`),
      name: '',
      type: 'vert',
      latitude: expect.closeTo(48.85, 1),
      longitude: expect.closeTo(2.35, 1),
      gone: false,
      look: 'fresh',
      rank: 0,
    },
  ])
  expect(shown.clusters).toEqual([
    {
      n: 8,
      latitude: expect.closeTo(41.38, 1),
      longitude: expect.closeTo(2.16, 1),
      mix: [
        { type: 'ledges', eighths: 6 },
        { type: 'bowl', eighths: 2 },
      ],
    },
  ])
})

test('MAP-25 the type filter counts a spot under each of its types, at every zoom', async ({ app }) => {
  await sow(
    app,
    { name: 'Both', types: ['bowl', 'park'] },
    { name: 'Park', types: ['park'] },
    { name: 'Rail', types: ['rails'] },
  )
  for (const z of [0, 3, 9, 11, 14, 19]) {
    const tile = tileAt(z, 41.38, 2.16)
    expect(await names(app, await map(app, { ...tile, type: 'bowl' })), `z ${z}`).toEqual(['Both'])
    expect(await names(app, await map(app, { ...tile, type: 'park' })), `z ${z}`).toEqual(['Both', 'Park'])
  }
})

test('MAP-28 mini_ramp means mini-ramp', async ({ app }) => {
  await sow(app, { name: 'Ramp', types: ['mini-ramp'] })
  expect(await names(app, await map(app, { ...WORLD, type: 'mini_ramp' }))).toEqual(['Ramp'])
})

test('MAP-23 search text matches name, description, type, and beginnings of terms', async ({ app }) => {
  await sow(
    app,
    { name: 'MACBA plaza' },
    { name: 'Two', description: 'Granite blocks' },
    { name: 'Three', types: ['manual-pad'] },
  )
  const find = async (q: string) => names(app, await map(app, { ...WORLD, q }))
  expect(await find('macba')).toEqual(['MACBA plaza'])
  expect(await find('RANITE')).toEqual(['Two'])
  expect(await find('manual pad')).toEqual(['Three'])
  expect(await find('mac pla')).toEqual(['MACBA plaza'])
  expect(await find('acb pla')).toEqual([])
})

test('MAP-24 MAP-26 MAP-27 keywords and place match substrings, ignoring case and accents', async ({
  app,
}) => {
  await sow(
    app,
    {
      name: 'Sants',
      description: 'Long Ledge',
      city: 'Barcelona',
      state: 'Cataluña',
      country: 'Spain',
      address: 'Plaça dels Països',
    },
    { name: 'Prado', city: 'Marseille' },
  )
  for (const keywords of ['LONG', 'ng le', 'sAnt'])
    expect(await names(app, await map(app, { ...WORLD, keywords })), keywords).toEqual(['Sants'])
  for (const place of ['PLACA', 'celona', 'Catalun', 'spain'])
    expect(await names(app, await map(app, { ...WORLD, place })), place).toEqual(['Sants'])
  expect(await names(app, await map(app, { ...WORLD, keywords: 'barcelona' }))).toEqual([])
  expect(await names(app, await map(app, { ...WORLD, place: 'long' }))).toEqual([])
})

test('filters combine, and the list next to the map has the same spots', async ({ app }) => {
  await sow(
    app,
    { name: 'Big ledge', types: ['ledges'], city: 'Paris' },
    { name: 'Ledge', types: ['ledges'], city: 'Rome' },
    { name: 'Big bowl', types: ['bowl'], city: 'Paris' },
  )
  const filters = { type: 'ledges', q: 'big', place: 'paris' }
  expect(await names(app, await map(app, { ...WORLD, ...filters }))).toEqual(['Big ledge'])
  expect((await list(app, { ...WORLD, ...filters })).items.map(({ name }) => name)).toEqual(['Big ledge'])
})

test('across the antimeridian one view shows both sides', async ({ app }) => {
  await sow(
    app,
    { name: 'West', at: [-17, 179.9] },
    { name: 'East', at: [-17, -179.9] },
    { name: 'Far', at: [-17, 170] },
  )
  const tile = tileAt(6, -17, 179.9)
  expect(tile.x0).toBe(63)
  const view = { ...tile, x1: 64 }
  expect(await names(app, await map(app, view))).toEqual(['East', 'West'])
  expect((await list(app, view)).items.map(({ name }) => name).toSorted()).toEqual(['East', 'West'])
  expect(await names(app, await map(app, { ...view, q: 'st' }))).toEqual(['East', 'West'])
})

test('pins don’t change between requests: at most three per cell, in a fixed order', async ({ app }) => {
  await sow(
    app,
    ...Array.from({ length: 40 }, (_, i) => ({
      name: `Spot ${i}`,
      at: [41.380001, 2.160001] as [number, number],
    })),
  )
  const tile = tileAt(19, 41.38, 2.16)
  const first = await map(app, tile)
  expect(first.pins).toHaveLength(3)
  await app.db.updateTable('spots').set({ description: 'Rewritten, so that rows move' }).execute()
  expect((await map(app, tile)).pins).toEqual(first.pins)
})

test('deleted spots are not on the map, in counts, lists, or suggestions, even before the rollup', async ({
  app,
}) => {
  const [gone] = await sow(app, { name: 'Gone' }, { name: 'Stays' })
  await app.db
    .updateTable('spots')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone ?? '')
    .execute()
  const nowhere = async () => {
    for (const z of [0, 9, 12, 15, 19])
      expect(await names(app, await map(app, tileAt(z, 41.38, 2.16))), `z ${z}`).toEqual(['Stays'])
    expect(await names(app, await map(app, { ...WORLD, q: 'gone' }))).toEqual([])
    expect(await names(app, await map(app, { ...WORLD, type: 'street' }))).toEqual(['Stays'])
    expect((await list(app, WORLD)).items.map(({ name }) => name)).toEqual(['Stays'])
    expect((await get(app, '/api/spots/suggestions', { q: 'gone' })).json()).toEqual({ items: [] })
  }
  await nowhere()
  await spotsCounted(app.db)
  await nowhere()
  expect((await map(app, WORLD)).total).toBe(1)
})

test('an unchanged map is not sent twice; any change sends it again', async ({ app }) => {
  const [id] = await sow(app, { name: 'Before' })
  const tile = tileAt(12, 41.38, 2.16)
  const first = await get(app, '/api/map', tile)
  expect(first.json<MapWire>().names).toBe('Before')
  const etag = String(first.headers.etag)
  const second = await get(app, '/api/map', tile, { 'if-none-match': etag })
  expect([second.statusCode, second.body]).toEqual([304, ''])
  await app.db
    .updateTable('spots')
    .set({ name: 'After' })
    .where('id', '=', id ?? '')
    .execute()
  await spotsCounted(app.db)
  const third = await get(app, '/api/map', tile, { 'if-none-match': etag })
  expect(third.statusCode).toBe(200)
  expect(third.json<MapWire>().names).toBe('After')
})

test('API-40 G-25 the list is newest first, page by page, without gaps or duplicates', async ({ app }) => {
  await sow(
    app,
    ...Array.from({ length: 60 }, (_, i) => ({
      name: `Spot ${i}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 7)),
    })),
  )
  const seen: List['items'] = []
  let cursor: string | null = null
  do {
    const page: List = await list(app, { ...WORLD, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toHaveLength(60)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
  const times = seen.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('C10 refuses a cursor of another list, or a changed one', async ({ app }) => {
  await sow(app, ...Array.from({ length: 30 }, (_, i) => ({ name: `Spot ${i}` })))
  const { next_cursor } = await list(app, WORLD)
  const cursor = next_cursor ?? ''
  expect((await get(app, '/api/spots', { ...WORLD, cursor, q: 'spot' })).json()).toMatchObject({
    code: 'BAD_CURSOR',
  })
  for (const bad of [
    'x',
    'bnVsbA',
    cursor.slice(0, -6),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ]) {
    expect((await get(app, '/api/spots', { ...WORLD, cursor: bad })).json(), bad).toMatchObject({
      code: 'BAD_CURSOR',
    })
  }
})

test('C6 wildcards, quotes, and similar characters in a search match literally', async ({ app }) => {
  await sow(
    app,
    { name: '100% marble' },
    { name: 'A_B' },
    { name: String.raw`back\slash` },
    { name: "Robert'); drop table spots;--" },
    { name: 'Plain' },
  )
  const find = async (q: string) => names(app, await map(app, { ...WORLD, q }))
  expect(await find('%')).toEqual(['100% marble'])
  expect(await find('％')).toEqual(['100% marble'])
  expect(await find('a_b')).toEqual(['A_B'])
  expect(await find('_')).toEqual(['A_B'])
  expect(await find('\\')).toEqual([String.raw`back\slash`])
  expect(await find("'); drop")).toEqual(["Robert'); drop table spots;--"])
  for (const q of ['\u0000', 'a\u0000b', '%'.repeat(10_000)]) {
    for (const path of ['/api/map', '/api/spots'])
      expect((await get(app, path, { ...WORLD, q })).statusCode).toBe(400)
    expect((await get(app, '/api/spots/suggestions', { q })).statusCode).toBe(400)
  }
  for (const q of ['%%%', '[a-z]+', '(', '$1', ':x', '\\m', "''", '%_%'.repeat(30)]) {
    for (const name of ['q', 'keywords', 'place'])
      expect((await get(app, '/api/map', { ...WORLD, [name]: q })).statusCode, q).toBe(200)
    expect((await get(app, '/api/spots/suggestions', { q })).statusCode, q).toBe(200)
  }
})

test('C9 refuses malformed views', async ({ app }) => {
  const views = [
    { z: -1 },
    { z: 99 },
    { z: 'NaN' },
    { z: '1e1' },
    { z: '' },
    { x0: 1 },
    { x1: 1 },
    { y1: 1 },
    { z: 3, x0: 5, x1: 4 },
    { z: 3, y0: 2, y1: 1 },
    { z: 3, x0: 8, x1: 8 },
    { z: 3, x0: 0, x1: 8 },
    { z: 5, x0: 0, x1: 9, y0: 0, y1: 9 },
    { x0: '0; select 1' },
    { z: [1, 2] },
  ]
  for (const view of views) {
    for (const path of ['/api/map', '/api/spots']) {
      expect((await get(app, path, { ...WORLD, ...view })).statusCode, JSON.stringify(view)).toBe(400)
    }
  }
  expect((await get(app, '/api/map', { z: 3, x0: 6, x1: 13, y0: 0, y1: 7 })).statusCode).toBe(200)
})

test('MAP-06 MAP-20 suggests matches at the start of names first, then of their terms, then of addresses, then other matches', async ({
  app,
}) => {
  await sow(
    app,
    { name: 'Ledge heaven' },
    { name: 'Big ledge' },
    { name: 'Sledgehammer' },
    { name: 'Plaza', description: 'One ledge' },
    { name: 'École', city: 'Ledgeville' },
    { name: 'Bowl' },
  )
  const suggest = async (q: string) =>
    (await get(app, '/api/spots/suggestions', { q }))
      .json<{ items: { name: string }[] }>()
      .items.map(({ name }) => name)
  expect(await suggest('ledge')).toEqual(['Ledge heaven', 'Big ledge', 'École', 'Sledgehammer', 'Plaza'])
  expect(await suggest('ecole')).toEqual(['École'])
  expect(await suggest('big led')).toEqual(['Big ledge'])
  expect(await suggest('o')).toEqual([])
})

test('a dense view has a limited size, and shows its first pins', async ({ app }) => {
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Spot ' || i, 41.38 + (i % 100) / 1e5, 2.16 + (i / 100) / 1e5, '{bank}' from generate_series(1, 7000) i`.execute(
    app.db,
  )
  await spotsCounted(app.db)
  const tile = tileAt(14, 41.38, 2.16)
  const view = { ...tile, x1: tile.x1 + 1, y0: tile.y0 - 1 }
  for (const type of [undefined, 'bank']) {
    const shown = await map(app, { ...view, ...(type ? { type } : {}) })
    expect(shown.pins.length).toBeGreaterThan(0)
    expect(shown.pins.length).toBeLessThanOrEqual(48)
  }
  const around = tileAt(12, 41.38, 2.16)
  const larger = await map(app, { ...around, x1: around.x1 + 1, y0: around.y0 - 1 })
  expect(larger.clusters.reduce((sum, { n }) => sum + n, 0) + larger.pins.length).toBeGreaterThanOrEqual(7000)
})
