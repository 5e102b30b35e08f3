import { type Api, decodeMap, isPinOf, type MapWire, toWorld } from '@nollie/contract'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { emptyMap } from '../../../test/makers/spots.ts'

test.beforeEach(async ({ app }) => {
  await emptyMap(app.db)
})

type Sown = { name: string; at: [number, number]; [column: string]: unknown }

async function sow(app: TestApp, ...spots: Sown[]): Promise<void> {
  const rows = spots.map(({ at: [latitude, longitude], ...rest }, i) => ({
    id: uuid(),
    latitude,
    longitude,
    spot_types: ['street'],
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
    ...rest,
  }))
  await app.db
    .insertInto('spots')
    .values(rows as never)
    .execute()
  await spotsCounted(app.db)
}

async function get<T>(app: TestApp, path: string, query: object): Promise<T> {
  const answer = await app.app.inject({
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}

const WORLD = { z: 0, x0: 0, x1: 0, y0: 0, y1: 0 }

function bounds(app: TestApp, query: object) {
  return get<Api['GET /api/spots/bounds']['answer']>(app, '/api/spots/bounds', query)
}

function list(app: TestApp, query: object) {
  return get<Api['GET /api/spots']['answer']>(app, '/api/spots', { ...WORLD, ...query })
}

async function namesIn(app: TestApp, query: object) {
  return (await list(app, query)).items.map(({ name }) => name)
}

async function suggest(app: TestApp, q: string, near?: string) {
  const asked = { q, ...(near ? { near } : {}) }
  const { items } = await get<{ items: { id: string; name: string }[] }>(app, '/api/spots/suggestions', asked)
  return items
}

const MACBA: Sown = {
  name: 'MACBA',
  at: [41.3833, 2.1668],
  city: 'Barcelona',
  state: 'Catalonia',
  country: 'Spain',
}
const EMBARCADERO: Sown = {
  name: 'Embarcadero',
  at: [37.7956, -122.3937],
  city: 'San Francisco',
  country: 'United States',
}

test('MAP-06 the box of matches is exact, not based on cells', async ({ app }) => {
  await sow(app, MACBA, EMBARCADERO, {
    name: 'Sants',
    at: [41.3793, 2.1402],
    city: 'Barcelona',
    country: 'Spain',
  })
  const one = await bounds(app, { q: 'macba' })
  expect(one.count).toBe(1)
  for (const side of [one.bounds?.south, one.bounds?.north]) expect(side).toBeCloseTo(41.3833, 4)
  for (const side of [one.bounds?.west, one.bounds?.east]) expect(side).toBeCloseTo(2.1668, 4)
  const two = await bounds(app, { place: 'Barcelona' })
  expect(two.count).toBe(2)
  expect(two.bounds?.west).toBeCloseTo(2.1402, 4)
  expect(two.bounds?.east).toBeCloseTo(2.1668, 4)
  expect(await bounds(app, { q: 'nothing like it' })).toEqual({ count: 0, count_capped: false, bounds: null })
  expect((await bounds(app, {})).count).toBe(3)
})

test('MAP-06 a box crosses the antimeridian if that is shorter', async ({ app }) => {
  await sow(app, { name: 'Suva', at: [-18.1, 178.4] }, { name: 'Apia', at: [-13.8, -171.7] })
  const { bounds: box } = await bounds(app, {})
  expect(box?.west).toBeCloseTo(178.4, 3)
  expect(box?.east).toBeCloseTo(360 - 171.7, 3)
})

test('MAP-06 the box of thousands is based on cells', async ({ app }) => {
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Spot ' || i, 41 + i / 1000.0, 2 + i / 1000.0, '{bank}' from generate_series(1, 1500) i`.execute(
    app.db,
  )
  await spotsCounted(app.db)
  const { count, count_capped, bounds: box } = await bounds(app, { type: 'bank' })
  expect([count, count_capped]).toEqual([1500, false])
  for (const [side, exact] of [
    [box?.west, 2],
    [box?.south, 41],
    [box?.east, 3.5],
    [box?.north, 42.5],
  ])
    expect(Math.abs((side ?? 0) - (exact ?? 0))).toBeLessThan(1.5)
  expect(await bounds(app, { q: 'spot' })).toMatchObject({ count: 1000, count_capped: true })
})

test('MAP-20 MAP-26 suggestions match the search, including addresses', async ({ app }) => {
  await sow(app, MACBA, EMBARCADERO)
  for (const q of ['Barcelona', 'catalonia', 'spain', 'barc', 'macba barcelona', 'celon', 'San Fran']) {
    const offered = await suggest(app, q)
    const wire = await get<MapWire>(app, '/api/map', { ...WORLD, q })
    const found = decodeMap(wire).pins
    for (const { id, name } of offered)
      expect(
        found.some((pin) => isPinOf(pin, id)),
        `${q}: ${name}`,
      ).toBe(true)
    expect(found.length, q).toBeGreaterThan(0)
  }
  expect((await suggest(app, 'barc')).map(({ name }) => name)).toEqual(['MACBA', 'Embarcadero'])
})

test('MAP-26 finds a country by its name in any language', async ({ app }) => {
  await sow(app, MACBA, EMBARCADERO)
  for (const place of ['España', 'espana', 'Spanien', 'スペイン', 'Испания', 'Espanya'])
    expect(await namesIn(app, { place }), place).toEqual(['MACBA'])
  for (const q of ['Estados Unidos', 'USA', 'アメリカ合衆国'])
    expect(await namesIn(app, { q }), q).toEqual(['Embarcadero'])
})

test('MAP-20 among equal matches the nearest is suggested first', async ({ app }) => {
  await sow(app, { name: 'Ledge', at: [52.5, 13.4] }, { name: 'Ledge one', at: [41.38, 2.16] })
  expect((await suggest(app, 'ledge', '41.4,2.2')).map(({ name }) => name)).toEqual(['Ledge one', 'Ledge'])
  expect((await suggest(app, 'ledge', '52.4,13.3')).map(({ name }) => name)).toEqual(['Ledge', 'Ledge one'])
})

function tileAround(z: number, latitude: number, longitude: number) {
  const at = toWorld(latitude, longitude)
  const [x, y] = [Math.floor(at.x * 2 ** z), Math.floor(at.y * 2 ** z)]
  return { z, x0: x, x1: x, y0: y, y1: y }
}

test('MAP-08 the list has a count, and contains only spots on screen', async ({ app }) => {
  await sow(
    app,
    ...Array.from({ length: 30 }, (_, i): Sown => ({ name: `In ${i}`, at: [41.38 + i / 1e5, 2.16] })),
    { name: 'Beside', at: [41.38, 2.2] },
    { name: 'Long ledge', at: [41.3805, 2.16] },
  )
  const view = { ...tileAround(8, 41.38, 2.16), box: '2.15,41.37,2.17,41.39' }
  const first = await list(app, view)
  expect([first.count, first.count_capped, first.items.length]).toEqual([31, false, 24])
  const second = await list(app, { ...view, cursor: first.next_cursor })
  expect([second.count, second.items.length, second.next_cursor]).toEqual([null, 7, null])
  expect([...first.items, ...second.items].map(({ name }) => name)).not.toContain('Beside')
  expect(await list(app, { ...view, q: 'long' })).toMatchObject({ count: 1, items: [{ name: 'Long ledge' }] })
  expect(await list(app, { ...view, type: 'bowl' })).toMatchObject({ count: 0, items: [] })
})

test('MAP-08 a list stops counting at a thousand', async ({ app }) => {
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Spot ' || i, 41 + i / 10000.0, 2, '{bank}' from generate_series(1, 1200) i`.execute(
    app.db,
  )
  await spotsCounted(app.db)
  expect(await list(app, {})).toMatchObject({ count: 1000, count_capped: true })
})

test('sorts by distance if a position is given, page by page, also across the antimeridian', async ({
  app,
}) => {
  await sow(
    app,
    ...Array.from(
      { length: 40 },
      (_, i): Sown => ({
        name: `Spot ${i}`,
        at: [-17, i % 2 ? 179.9 - i / 100 : -179.9 + i / 100],
      }),
    ),
  )
  const near = '-17,180'
  const first = await list(app, { near })
  const second = await list(app, { near, cursor: first.next_cursor })
  const all = [...first.items, ...second.items]
  expect(new Set(all.map(({ id }) => id)).size).toBe(40)
  const degrees = all.map(({ longitude }) => 180 - Math.abs(longitude))
  expect(degrees).toEqual(degrees.toSorted((a, b) => a - b))
})

test('C9 refuses malformed boxes and positions', async ({ app }) => {
  for (const wrong of [
    { box: '1,2,3' },
    { box: '3,0,1,1' },
    { box: 'a,b,c,d' },
    { near: '91,0' },
    { near: '1' },
  ]) {
    const query = Object.fromEntries(Object.entries({ ...WORLD, ...wrong }).map(([k, v]) => [k, String(v)]))
    const answer = await app.app.inject({ url: '/api/spots', query })
    expect(answer.statusCode, JSON.stringify(wrong)).toBe(400)
  }
})

async function densest(app: TestApp) {
  return (await get<Api['GET /api/map/densest']['answer']>(app, '/api/map/densest', {})).bounds
}

test('LIMIT-04 the densest area is a city; null if there are no spots', async ({ app }) => {
  expect(await densest(app)).toBeNull()
  await sow(
    app,
    ...Array.from({ length: 5 }, (_, i): Sown => ({ name: `Barcelona ${i}`, at: [41.38 + i / 1000, 2.16] })),
    ...Array.from({ length: 4 }, (_, i): Sown => ({ name: `Wide ${i}`, at: [50 + i * 5, 10 + i * 5] })),
  )
  const box = await densest(app)
  expect(box?.west).toBeLessThan(2.16)
  expect(box?.east).toBeGreaterThan(2.16)
  expect((box?.east ?? 0) - (box?.west ?? 0)).toBeLessThan(0.4)
})

test('LIMIT-04 the densest spots are in the center of their box, even at the edge of a cell', async ({
  app,
}) => {
  // The cells of zoom 8 are 0.3516 degrees wide, so one of them ends at 2.109.
  const longitude = 2.1
  const [near, far] = [41.38, 41.5]
  await sow(
    app,
    ...Array.from({ length: 6 }, (_, i): Sown => ({ name: `Dense ${i}`, at: [near + i / 1000, longitude] })),
    { name: 'Alone', at: [far, longitude - 0.2] },
  )
  const box = await densest(app)
  expect(((box?.west ?? 0) + (box?.east ?? 0)) / 2).toBeCloseTo(longitude, 2)
  expect(((box?.south ?? 0) + (box?.north ?? 0)) / 2).toBeCloseTo(near, 1)
})
