import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Api, type AreaSpot, LIMITS } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { tileAt, tileFeature, tileLayer, writePmtiles } from '../../../test/makers/street-files.ts'
import { archivePath, replaceRegion } from '../streets/index.ts'

/** Barcelona. */
const BOX = { west: 2.1, south: 41.3, east: 2.3, north: 41.5 }
const box = Object.values(BOX).join(',')
type Page = Api['GET /api/map/areas/spots']['answer']

const VERSION = '00000000000000ab'

async function sow(app: TestApp, n: number, at: (i: number) => { latitude: number; longitude: number }) {
  const rows = Array.from({ length: n }, (_, i) => ({
    id: randomUUID(),
    name: `Ledge ${i}`,
    spot_types: ['ledges'],
    ...at(i),
  }))
  for (let from = 0; from < n; from += 1000)
    await app.db
      .insertInto('spots')
      .values(rows.slice(from, from + 1000) as never)
      .execute()
}

async function loadAll(who: Actor, of = box): Promise<AreaSpot[]> {
  const items: AreaSpot[] = []
  let cursor: string | null = null
  do {
    const page: Page = await who.listAreaSpots({ box: of, ...(cursor ? { cursor } : {}) })
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  return items
}

test('an area has all spots in its box once, page by page, with the fields that filters need, and no others', async ({
  app,
  ada,
}) => {
  const spot = await ada.shareSpot(
    aSpot({ media_ids: [await aMediaItem(app.db, ada.user_id)], latitude: 41.4, longitude: 2.2 }),
  )
  await app.db.updateTable('spots').set({ has_video: true }).where('id', '=', spot.id).execute()
  await sow(app, 450, (i) => ({ latitude: 41.31 + (i % 20) / 200, longitude: 2.11 + i / 4000 }))
  await sow(app, 5, (i) => ({ latitude: 41.51, longitude: 2.11 + i / 100 }))
  const items = await loadAll(ada)
  expect(items).toHaveLength(451)
  expect(new Set(items.map(({ id }) => id)).size).toBe(451)
  expect(items.find(({ id }) => id === spot.id)).toMatchObject({
    name: 'MACBA ledges',
    time_zone: 'Europe/Madrid',
    has_video: true,
    address: spot.address,
    photo: { base: spot.photo?.base },
  })
  const summary = await ada.summariseArea({ box })
  expect(summary).toMatchObject({ spots: 451, spots_capped: false, pictures: 1, tiles: 0 })
  expect(summary.name).toBeTruthy()
  expect(summary.bytes).toBeGreaterThan(100_000)
})

test('an area omits deleted spots and descriptions across a block; an unchanged page is not sent again', async ({
  app,
  ada,
  ben,
}) => {
  const share = async (name: string, latitude: number) =>
    ben.shareSpot(
      aSpot({
        media_ids: [await aMediaItem(app.db, ben.user_id)],
        name,
        description: 'Wax it first',
        latitude,
        longitude: 9.19,
      }),
    )
  const stored = await share('Duomo steps', 45.46)
  const deleted = await share('Deleted bank', 45.47)
  const there = '9.1,45.4,9.3,45.5'
  const ask = (etag = '') =>
    ada.send('GET', `/api/map/areas/spots?box=${there}`, undefined, { headers: { 'if-none-match': etag } })
  const first = await ask()
  expect(first.json<{ items: unknown[] }>().items).toHaveLength(2)
  expect((await ask(String(first.headers.etag))).statusCode).toBe(304)
  await app.db
    .updateTable('spots')
    .set({ deleted_at: new Date() } as never)
    .where('id', '=', deleted.id)
    .execute()
  const second = await ask(String(first.headers.etag))
  expect(second.statusCode).toBe(200)
  expect((await loadAll(ada, there)).map(({ id }) => id)).toEqual([stored.id])
  await ada.blockPerson(ben.user_id)
  const [hidden] = await loadAll(ada, there)
  expect(hidden).toMatchObject({ id: stored.id, description: null, photo: null, cover_item: null })
  expect((await ask(String(second.headers.etag))).statusCode).toBe(200)
})

test('an area across the antimeridian has the spots and towns on both sides', async ({ app, ada }) => {
  await sow(app, 2, (i) => ({ latitude: -16.8, longitude: i === 0 ? 179.95 : -179.95 }))
  expect(await loadAll(ada, '179.9,-16.9,180.1,-16.7')).toHaveLength(2)
})

test('includes street and town names, and the size of the street tiles', async ({ app, ada }) => {
  mkdirSync(path.join(app.dataDir, 'map'), { recursive: true })
  const at = tileAt(14, 2.17, 41.38)
  await writePmtiles(
    archivePath(app.dataDir, { name: 'bcn', version: VERSION }),
    [{ ...at, layers: [tileLayer('transportation', tileFeature('line', { class: 'minor' }))] }],
    { bounds: box },
  )
  const about = { name: 'bcn', version: VERSION, ...BOX, min_zoom: 7, max_zoom: 14 }
  const ramblas = {
    name: 'La Rambla',
    names: ['La Rambla', 'Las Ramblas'],
    kind: 'street' as const,
    latitude: 41.38,
    longitude: 2.17,
    west: 2.17,
    south: 41.375,
    east: 2.175,
    north: 41.385,
    importance: 0.6,
    city: 'Barcelona',
    country: 'Spain',
  }
  const elsewhere = { ...ramblas, name: 'Gran Vía', names: ['Gran Vía'], latitude: 40.4, longitude: -3.7 }
  await replaceRegion(app.db, { ...about, attribution: '© OpenStreetMap', bytes: 1, tiles: 1 }, [
    ramblas,
    elsewhere,
  ])
  const { items } = await ada.listAreaNames({ box })
  expect(items.find(({ name }) => name === 'Barcelona')).toMatchObject({ kind: 'town' })
  expect(items.find(({ name }) => name === 'La Rambla')).toMatchObject({
    kind: 'street',
    also: ['Las Ramblas'],
    text: 'Barcelona, Spain',
    bounds: { west: 2.17, south: 41.375, east: 2.175, north: 41.385 },
  })
  expect(items.some(({ name }) => name === 'Gran Vía')).toBe(false)
  // Servers check for new street maps every two seconds.
  await expect.poll(async () => (await ada.summariseArea({ box })).tiles).toBe(1)
  expect((await ada.summariseArea({ box })).names).toBe(items.length)
})

test('says if there are more spots than a device may store, and stops counting', async ({ app, ada }) => {
  await sow(app, LIMITS.area_spots + 5, (i) => ({ latitude: 52.5, longitude: 13.3 + i / 20_000 }))
  expect(await ada.summariseArea({ box: '13.2,52.4,13.5,52.6' })).toMatchObject({
    spots: LIMITS.area_spots,
    spots_capped: true,
  })
})

test('refuses visitors, invalid and oversized boxes, and cursors of another list', async ({
  ada,
  visitor,
}) => {
  for (const wrong of ['', '1,2,3', '2,41,1,42', '2.1,41.3,2.9,41.5', '0,40,0.1,41', '-180,-90,180,90'])
    for (const path of ['summary', 'spots', 'names'])
      expect((await ada.send('GET', `/api/map/areas/${path}?box=${wrong}`)).statusCode, wrong).toBe(400)
  expect(await getOutcome(ada.listAreaSpots({ box, cursor: 'WzFd' }))).toBe('BAD_CURSOR')
  expect(await getOutcome(visitor.listAreaSpots({ box }))).toBe('SESSION_MISSING')
})
