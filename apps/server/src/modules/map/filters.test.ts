import { type Api, decodeMap, isPinOf, LIMITS, type MapWire, type SpotType } from '@nollie/contract'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { aMember, emptyMap } from '../../../test/makers/spots.ts'
import type { Filters } from './facets.ts'
import { rollUpSpots } from './map-rollup.queries.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { countSearched, type Search, selectNewest } from './map-search.queries.ts'
import { test } from '../../../test/world/fixtures.ts'
import { until } from '../../../test/world/until.ts'

test.beforeEach(async ({ app }) => {
  await emptyMap(app.db)
})

type Row = {
  name: string
  spot_types?: SpotType[]
  difficulty_level?: 'beginner' | 'intermediate' | 'advanced'
  status?: 'open' | 'gone'
  has_video?: boolean
  latitude?: number
  longitude?: number
}

async function sow(app: TestApp, ...rows: Row[]): Promise<string[]> {
  const spots = rows.map((row) => ({
    id: uuid(),
    latitude: 41.38,
    longitude: 2.16,
    spot_types: ['street'] as SpotType[],
    ...row,
  }))
  await app.db.insertInto('spots').values(spots).execute()
  await spotsCounted(app.db)
  return spots.map(({ id }) => id)
}

async function ask(app: TestApp, path: string, query: Record<string, string>) {
  const answer = await app.app.inject({ url: path, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

/** The whole world, a region, and a few streets. */
const VIEWS = {
  world: { z: '0', x0: '0', x1: '0', y0: '0', y1: '0' },
  region: { z: '9', x0: '259', x1: '259', y0: '191', y1: '191' },
  streets: { z: '14', x0: '8290', x1: '8290', y0: '6119', y1: '6119' },
}

async function findName(app: TestApp, is: (id: string) => boolean) {
  const rows = await app.db.selectFrom('spots').select(['id', 'name']).execute()
  const shown = rows.filter(({ id }) => is(id))
  return shown.map(({ name }) => name).toSorted()
}

/** Returns the names that a filter finds. All zooms of the map, the list, its count, and its box must agree. */
async function finds(app: TestApp, filter: Record<string, string>): Promise<string[]> {
  const list = (await ask(app, '/api/spots', { ...VIEWS.world, ...filter })).json<
    Api['GET /api/spots']['answer']
  >()
  const found = list.items.map(({ name }) => name).toSorted()
  expect(list.count).toBe(found.length)
  const bounds = (await ask(app, '/api/spots/bounds', filter)).json<Api['GET /api/spots/bounds']['answer']>()
  expect(bounds.count).toBe(found.length)
  for (const [at, view] of Object.entries(VIEWS)) {
    const wire = (await ask(app, '/api/map', { ...view, ...filter })).json<MapWire>()
    const { clusters, pins } = decodeMap(wire)
    expect(wire.total, at).toBe(found.length)
    expect(
      clusters.reduce((sum, { n }) => sum + n, pins.length),
      at,
    ).toBe(found.length)
    if (clusters.length === 0)
      expect(await findName(app, (id) => pins.some((pin) => isPinOf(pin, id))), at).toEqual(found)
  }
  return found
}

test('MAP-25 difficulty, video, and type filter the map, alone, combined, and with text', async ({ app }) => {
  await sow(
    app,
    { name: 'Easy bowl', spot_types: ['bowl'], difficulty_level: 'beginner', has_video: true },
    { name: 'Hard bowl', spot_types: ['bowl'], difficulty_level: 'advanced' },
    { name: 'Easy ledge', spot_types: ['ledges'], difficulty_level: 'beginner' },
    { name: 'Filmed ledge', spot_types: ['ledges'], has_video: true },
    { name: 'Any' },
  )
  expect(await finds(app, { difficulty: 'beginner' })).toEqual(['Easy bowl', 'Easy ledge'])
  expect(await finds(app, { media: 'video' })).toEqual(['Easy bowl', 'Filmed ledge'])
  expect(await finds(app, { difficulty: 'beginner', type: 'bowl' })).toEqual(['Easy bowl'])
  expect(await finds(app, { media: 'video', type: 'ledges' })).toEqual(['Filmed ledge'])
  expect(await finds(app, { difficulty: 'intermediate', type: 'bowl' })).toEqual([])
  expect(await finds(app, { difficulty: 'beginner', q: 'ledge' })).toEqual(['Easy ledge'])
  expect(
    await finds(app, { difficulty: 'beginner', media: 'video', type: 'bowl', keywords: 'easy' }),
  ).toEqual(['Easy bowl'])
})

test('removed spots only appear if requested', async ({ app }) => {
  await sow(
    app,
    { name: 'Here', spot_types: ['bowl'] },
    { name: 'Gone bowl', spot_types: ['bowl'], difficulty_level: 'advanced', status: 'gone' },
    { name: 'Gone gap', spot_types: ['gap'], status: 'gone' },
  )
  expect(await finds(app, {})).toEqual(['Here'])
  expect(await finds(app, { q: 'gone' })).toEqual([])
  expect(await finds(app, { type: 'bowl' })).toEqual(['Here'])
  expect(await finds(app, { status: 'gone' })).toEqual(['Gone bowl', 'Gone gap'])
  expect(await finds(app, { status: 'all' })).toEqual(['Gone bowl', 'Gone gap', 'Here'])
  expect(await finds(app, { status: 'gone', type: 'bowl' })).toEqual(['Gone bowl'])
  expect(await finds(app, { status: 'all', type: 'bowl' })).toEqual(['Gone bowl', 'Here'])
  expect(await finds(app, { status: 'gone', difficulty: 'advanced', q: 'bowl' })).toEqual(['Gone bowl'])
  const suggested = async (query: Record<string, string>) =>
    (await ask(app, '/api/spots/suggestions', { q: 'gone', ...query }))
      .json<Api['GET /api/spots/suggestions']['answer']>()
      .items.map(({ name }) => name)
      .toSorted()
  expect(await suggested({})).toEqual([])
  expect(await suggested({ status: 'all' })).toEqual(['Gone bowl', 'Gone gap'])
})

test('a removed spot leaves the map, its count, and the pins, and can come back', async ({ app }) => {
  const [spot = ''] = await sow(app, { name: 'Here' }, { name: 'Other' })
  const mark = async (status: 'open' | 'gone') => {
    await app.db.updateTable('spots').set({ status }).where('id', '=', spot).execute()
    await spotsCounted(app.db)
  }
  await mark('gone')
  expect(await finds(app, {})).toEqual(['Other'])
  const wire = (await ask(app, '/api/map', { ...VIEWS.streets, status: 'all' })).json<MapWire>()
  expect(
    decodeMap(wire)
      .pins.filter(({ gone }) => gone)
      .map((pin) => isPinOf(pin, spot)),
  ).toEqual([true])
  const event = await app.db.selectFrom('events').select('data').orderBy('id', 'desc').executeTakeFirst()
  expect(event?.data).toMatchObject({ kind: 'updated', spot_id: spot })
  await mark('open')
  expect(await finds(app, {})).toEqual(['Here', 'Other'])
})

test('discs of removed spots or spots with video show no types, because cells do not store them', async ({
  app,
}) => {
  await sow(
    app,
    ...Array.from({ length: 5 }, () => ({ name: 'Gone', status: 'gone' as const })),
    ...Array.from({ length: 6 }, () => ({ name: 'Filmed', has_video: true })),
  )
  const discs = async (filter: Record<string, string>, view: Record<string, string>) =>
    decodeMap((await ask(app, '/api/map', { ...view, ...filter })).json<MapWire>()).clusters.map(
      ({ n, mix }) => [n, mix.length],
    )
  for (const view of Object.values(VIEWS)) {
    expect(await discs({ status: 'gone' }, view)).toEqual([[5, 0]])
    expect(await discs({ media: 'video' }, view)).toEqual([[6, 0]])
    expect(await discs({}, view)).toEqual([[6, 1]])
  }
  expect(await discs({ status: 'all' }, VIEWS.world)).toEqual([[11, 1]])
})

test('near me covers ten kilometers, also across the antimeridian and near a pole', async ({ app }) => {
  const metresNorth = (metres: number) => metres / 111_195
  await sow(
    app,
    { name: 'Next door', latitude: 41.381 },
    { name: 'Just in', latitude: 41.38 + metresNorth(LIMITS.near_metres - 100) },
    { name: 'Just out', latitude: 41.38 + metresNorth(LIMITS.near_metres + 100) },
    { name: 'Fiji', latitude: -17, longitude: 179.99 },
    { name: 'Fiji east', latitude: -17, longitude: -179.99 },
    { name: 'Far north', latitude: 89.95, longitude: 10 },
    { name: 'Farther north', latitude: 89.95, longitude: -170 },
  )
  const near = async (around: string, filter: Record<string, string> = {}) => {
    const query = { ...VIEWS.world, around, ...filter }
    const wire = (await ask(app, '/api/map', query)).json<MapWire>()
    const list = (await ask(app, '/api/spots', query)).json<Api['GET /api/spots']['answer']>()
    const found = list.items.map(({ name }) => name).toSorted()
    expect([wire.total, wire.pins.length / 3, list.count]).toEqual([found.length, found.length, found.length])
    return found
  }
  expect(await near('41.38,2.16')).toEqual(['Just in', 'Next door'])
  expect(await near('41.38,2.16', { q: 'next' })).toEqual(['Next door'])
  expect(await near('41.38,2.16', { type: 'bowl' })).toEqual([])
  expect(await near('-17,180')).toEqual(['Fiji', 'Fiji east'])
  expect(await near('90,0')).toEqual(['Far north', 'Farther north'])
  expect(await near('0.5,0.5')).toEqual([])
})

test('a filter by several facets stops counting at a thousand and shows the newest', async ({ app }) => {
  await sow(
    app,
    ...Array.from({ length: 1_100 }, (_, i) => ({
      name: 'Many',
      spot_types: ['bowl'] as SpotType[],
      difficulty_level: 'beginner' as const,
      latitude: 41 + i / 100,
    })),
  )
  const wire = (
    await ask(app, '/api/map', { ...VIEWS.world, type: 'bowl', difficulty: 'beginner' })
  ).json<MapWire>()
  expect([wire.total, wire.total_capped]).toEqual([1_000, true])
  expect((await ask(app, '/api/map', { ...VIEWS.world, difficulty: 'beginner' })).json<MapWire>().total).toBe(
    1_100,
  )
})

test('a video counts only while it is visible: posted, hidden, restored, author suspended, deleted', async ({
  app,
}) => {
  const ada = await aMember(app.db, 'ada')
  const [spot = ''] = await sow(app, { name: 'Filmed' }, { name: 'Not filmed' })
  const filmed = async () => {
    // Waits until the queue is empty, even while the regular rollup runs.
    await spotsCounted(app.db)
    return finds(app, { media: 'video' })
  }
  await aPost(app.db, ada, { spot_id: spot, media: ['image'] })
  expect(await filmed()).toEqual([])
  const post = await aPost(app.db, ada, { spot_id: spot, media: ['image', 'video'] })
  expect(await filmed()).toEqual(['Filmed'])
  const videos = app.db.updateTable('media').where('type', '=', 'video')
  // Its due time is in the future, so that the media workers don't claim it.
  await videos.set({ status: 'processing', due_at: sql<string>`now() + interval '1 hour'` }).execute()
  expect(await filmed()).toEqual([])
  await videos.set({ status: 'ready' }).execute()
  expect(await filmed()).toEqual(['Filmed'])
  const hide = (hidden_at: Date | null) =>
    app.db.updateTable('posts').set({ hidden_at }).where('id', '=', post).execute()
  await hide(new Date())
  expect(await filmed()).toEqual([])
  await hide(null)
  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ada).execute()
  await suspend(new Date())
  expect(await filmed()).toEqual([])
  await suspend(null)
  expect(await filmed()).toEqual(['Filmed'])
  await app.db.deleteFrom('post_media').where('post_id', '=', post).where('media_index', '=', 1).execute()
  expect(await filmed()).toEqual([])
  const other = await aPost(app.db, ada, { spot_id: spot, media: ['video'] })
  expect(await filmed()).toEqual(['Filmed'])
  await app.db.deleteFrom('posts').where('id', '=', other).execute()
  expect(await filmed()).toEqual([])
})

test('a locked spot does not delay the map; its video is counted afterwards', async ({ app }) => {
  const ada = await aMember(app.db, 'ben')
  const [busy = '', free = ''] = await sow(app, { name: 'Busy' }, { name: 'Free' })
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('spots').set({ name: 'Still busy' }).where('id', '=', busy).execute()
    await aPost(app.db, ada, { spot_id: busy, media: ['video'] })
    await aPost(app.db, ada, { spot_id: free, media: ['video'] })
    await until(async () => {
      // Rolls up only once, because the locked spot's change stays in the queue.
      await rollUpSpots(app.db)
      expect(await finds(app, { media: 'video' })).toEqual(['Free'])
    })
  })
  await spotsCounted(app.db)
  expect(await finds(app, { media: 'video' })).toEqual(['Free', 'Still busy'])
})

test('every search plan finds the same spots', async ({ app }) => {
  await sow(
    app,
    { name: 'Both', spot_types: ['bowl'], difficulty_level: 'beginner', has_video: true },
    { name: 'Both, no video', spot_types: ['bowl', 'park'], difficulty_level: 'beginner' },
    { name: 'Bowl', spot_types: ['bowl'] },
    { name: 'Both, gone', spot_types: ['bowl'], difficulty_level: 'beginner', status: 'gone' },
  )
  const [bowl, beginner, gone] = [4, 16, 20]
  const found = async (filters: Filters, way: Search['way']) => {
    const search = { ranges: [{ low: 0, high: 2 ** 52 }], filters, large: false, way }
    const rows = await selectNewest(app.db, search, 10, null)
    expect(await countSearched(app.db, search, 10)).toBe(rows.length)
    return findName(app, (id) => rows.some((row) => row.id === id))
  }
  for (const way of ['view', 'walk', 'newest', 'texts', bowl, beginner] as const)
    expect(await found({ type: 'bowl', difficulty: 'beginner' }, way), String(way)).toEqual([
      'Both',
      'Both, no video',
    ])
  for (const way of ['view', 'walk', 'texts', gone] as const)
    expect(await found({ type: 'bowl', status: 'gone' }, way), String(way)).toEqual(['Both, gone'])
  for (const way of ['view', 'walk', 'texts', bowl] as const)
    expect(await found({ type: 'bowl', keywords: 'video' }, way), String(way)).toEqual(['Both, no video'])
})

test('C9 refuses malformed filters', async ({ app }) => {
  for (const filter of [{ difficulty: 'pro' }, { status: 'open' }, { media: 'image' }, { around: '91,0' }]) {
    const answer = await app.app.inject({ url: '/api/map', query: { ...VIEWS.world, ...filter } })
    expect(answer.statusCode, JSON.stringify(filter)).toBe(400)
  }
})
