import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeElement, type ServerError, startOverpass } from '../../../test/services/overpass.ts'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { importElements } from '../../import/import-elements.ts'
import { findArea } from './import-areas.queries.ts'
import { AREA_FIGURES, getArea, startArea, workArea } from './index.ts'
import { AUTOMATIC, TOUCHES } from './undo-area.queries.ts'
import type { AreaDeps } from './work-area.service.ts'

// Tests workers on a database, without a server and its job queue.

let it: TestDatabase
const overpass = await startOverpass()
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  await overpass.close()
})
beforeEach(async () => {
  await it.db.deleteFrom('import_areas').execute()
  await sql`truncate spots cascade`.execute(it.db)
  overpass.reset()
})

function deps(more: Partial<AreaDeps> = {}): AreaDeps {
  return {
    db: it.db,
    overpass: { url: overpass.url, userAgent: 'test' },
    figures: { ...AREA_FIGURES, pauseMs: 0, sliceMs: 10 },
    importElements,
    ...more,
  }
}

const never = new AbortController().signal

function start(area: string) {
  return startArea(it.db, area, { server: overpass.url, started_by: null })
}

function aNode(id: number, lat: number, lon: number): FakeElement {
  return {
    type: 'node',
    id,
    lat,
    lon,
    country: 'ES',
    tags: { leisure: 'pitch', sport: 'skateboard', name: `Park ${id}` },
  }
}

test('a worker that ends between or within tiles is replaced, and no record is counted twice', async () => {
  overpass.has(Array.from({ length: 40 }, (_, n) => aNode(n + 1, 36.55 + n / 6, -5.9 + n / 5)))
  const id = await start('country:ES')
  const { tiles } = await getArea(it.db, id)
  // A transaction that fails after the records were written, as when the process is killed.
  let times = 0
  const dying = deps({
    importElements: async (...given) => {
      const refusals = await importElements(...given)
      times += 1
      if (times === 4) throw new Error('killed')
      return refusals
    },
  })
  await expect(workArea(dying, id, never)).rejects.toThrow('killed')
  expect(await getArea(it.db, id)).toMatchObject({ state: 'running', tiles_done: 3 })
  const stopping = new AbortController()
  overpass.fails((_, count) => {
    if (count === 7) stopping.abort()
    return null
  })
  await expect(workArea(deps(), id, stopping.signal)).rejects.toThrow('abort')
  await workArea(deps(), id, never)
  const area = await getArea(it.db, id)
  expect(area).toMatchObject({ state: 'complete', read: 40, here: 0, tiles_done: tiles })
  expect(area.added).toBe(40)
  expect(overpass.asked).toHaveLength(tiles + 2)
})

test('two workers take turns, also for different imports, and a silent worker loses its claim', async () => {
  overpass.has([aNode(1, 41.39, 2.16), aNode(2, 40.42, -3.7)])
  const [one, two] = [await start('country:ES'), await start('town:41.39,2.16')]
  await Promise.all([
    workArea(deps(), one, never),
    workArea(deps(), one, never),
    workArea(deps(), two, never),
  ])
  expect(overpass.getMostActive()).toBe(1)
  expect([await getArea(it.db, one), await getArea(it.db, two)]).toMatchObject([
    { state: 'complete' },
    { state: 'complete' },
  ])
  expect(await it.db.selectFrom('spots').select('id').execute()).toHaveLength(2)

  const lost = await start('box:2,41,3,42')
  await sql`update import_areas set worker = gen_random_uuid(), worked_at = now() - interval '4 minutes'
    where id = ${lost}`.execute(it.db)
  expect(await findArea(it.db, lost)).toMatchObject({ state: 'interrupted' })
  await workArea(deps(), lost, never)
  expect(await findArea(it.db, lost)).toMatchObject({ state: 'complete' })
})

test('splits a tile for which the server doesn’t answer in time', async () => {
  const id = await start('box:1.9,41.1,2.4,41.6')
  overpass.fails((_, count) => (count === 1 ? { kind: 'silent' } : null))
  await workArea(deps({ overpass: { url: overpass.url, userAgent: 'test', timeoutMs: 5_000 } }), id, never)
  expect(await getArea(it.db, id)).toMatchObject({ state: 'complete', tiles: 4, tiles_done: 4 })
  expect(overpass.asked).toHaveLength(5)
})

test('an area with far more parks than a response may have is imported in parts, each park once', async () => {
  const parks = Array.from({ length: 400 }, (_, n) =>
    aNode(n + 1, 41.1 + Math.floor(n / 20) / 41, 1.9 + (n % 20) / 41),
  )
  overpass.has(parks)
  const small = deps({ overpass: { url: overpass.url, userAgent: 'test', maxElements: 30 } })
  for (const added of [400, 0]) {
    const id = await start('box:1.9,41.1,2.4,41.6')
    await workArea(small, id, never)
    expect(await getArea(it.db, id)).toMatchObject({ state: 'complete', tiles_failed: 0, added })
  }
  expect(await it.db.selectFrom('spots').select('id').execute()).toHaveLength(400)
  // The box and its quarters have too many, in each of the two imports.
  expect(overpass.asked.length).toBeGreaterThanOrEqual(2 * (1 + 4 + 16))
})

test('an import cancelled during a request stores nothing from the response', async () => {
  overpass.has([aNode(1, 41.39, 2.16)])
  const id = await start('town:41.39,2.16')
  overpass.fails(async () => {
    await sql`update import_areas set state = 'cancelled', ended_at = now() where id = ${id}`.execute(it.db)
    return null
  })
  await workArea(deps(), id, never)
  expect(overpass.asked).toHaveLength(1)
  expect(await findArea(it.db, id)).toMatchObject({ state: 'cancelled', added: 0 })
})

test.for<ServerError | null>([
  { kind: 'limited', retryAfter: '600' },
  { kind: 'remark' },
  { kind: 'status', status: 403 },
  null,
])('a response that arrives after another worker has taken over changes nothing: %o', async (error) => {
  const refused = { leisure: 'skatepark', access: 'private' }
  overpass.has([aNode(1, 41.39, 2.16), { ...aNode(2, 41.39, 2.17), tags: refused }])
  const id = await start('country:ES')
  const { tiles } = await getArea(it.db, id)
  const stopping = new AbortController()
  overpass.fails(async (_, count) => {
    if (count === 3) stopping.abort()
    if (count !== 1) return null
    // An admin cancels the import and lets it continue; the next worker finishes the first tile.
    await sql`update import_areas set worker = null where id = ${id}`.execute(it.db)
    await expect(workArea(deps(), id, stopping.signal)).rejects.toThrow('abort')
    return error
  })
  await workArea(deps(), id, never)
  expect(await getArea(it.db, id)).toMatchObject({
    state: 'complete',
    tiles,
    added: 1,
    refusals: [{ kind: 'private', count: 1 }],
  })
  // The first tile, and the one in progress when the second worker stopped, were requested twice.
  expect(overpass.asked).toHaveLength(tiles + 2)
})

test('every foreign key to spots is either a person’s act, which protects a spot from an undo, or automatic', async () => {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass::text || '.' || attname as key from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid in ('spots'::regclass, 'spot_facts'::regclass)`.execute(it.db)
  const listed = [...TOUCHES.map(({ table, column }) => `${table}.${column}`), ...AUTOMATIC]
  expect(rows.map(({ key }) => key).filter((key) => !listed.includes(key))).toEqual([])
  expect(listed.filter((key) => !rows.some((row) => row.key === key))).toEqual([])
})

const FILE = fileURLToPath(new URL('../../../../../../shared/data/skateparks-us-au.geojson', import.meta.url))

type Feature = {
  id: string
  properties: Record<string, string>
  geometry: { type: string; coordinates: unknown[] }
}

function findCenter(coordinates: unknown[]): [number, number] {
  const flat = coordinates.flat(Infinity) as number[]
  const [xs, ys] = [flat.filter((_, i) => i % 2 === 0), flat.filter((_, i) => i % 2 === 1)]
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

// Some of the file's ids don't have a type, or come from a list that isn't OpenStreetMap.
function toElement({ id, properties, geometry }: Feature, index: number): FakeElement {
  const [type, number] = id.split('/')
  const [lon, lat] = findCenter(geometry.coordinates)
  const { country = '', ...tags } = properties
  return {
    type: type === 'node' || type === 'relation' ? type : 'way',
    id: Number(number) || 9_000_000_000 + index,
    lat,
    lon,
    country,
    tags,
  }
}

test('the skateparks of two real countries are imported tile by tile', async ({ skip }) => {
  if (!existsSync(FILE))
    return skip('The file with the skateparks of the United States and Australia is missing.')
  const { features } = JSON.parse(readFileSync(FILE, 'utf8')) as { features: Feature[] }
  overpass.has(features.map(toElement))
  let all = 0
  for (const area of ['country:US', 'country:AU']) {
    const id = await start(area)
    const begun = performance.now()
    await workArea(deps(), id, never)
    const { tiles, read, added, here, refused, state } = await getArea(it.db, id)
    const seconds = (performance.now() - begun) / 1000
    console.info(JSON.stringify({ area, tiles, read, added, here, refused, seconds }))
    expect(state).toBe('complete')
    expect(added + here + refused).toBe(read)
    all += read
  }
  expect(all).toBe(features.length)
})
