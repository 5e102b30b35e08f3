import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { tileAt, tileFeature, tileLayer, writePmtiles } from '../../../test/makers/street-files.ts'
import { archivePath, readTile, replaceRegion } from './index.ts'
import type { Caller } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

const BOX = { west: 7.4, south: 43.7, east: 7.5, north: 43.8 }
const AT = tileAt(14, 7.42, 43.735)
const VERSION = '00000000000000aa'

test.beforeAll(async ({ app }) => {
  mkdirSync(path.join(app.dataDir, 'map'))
  await writePmtiles(
    archivePath(app.dataDir, { name: 'monaco', version: VERSION }),
    [{ ...AT, layers: [tileLayer('transportation', tileFeature('line', { class: 'minor' }))] }],
    { bounds: Object.values(BOX).join(',') },
  )
  const region = { name: 'monaco', version: VERSION, ...BOX, min_zoom: 7, max_zoom: 14 }
  await replaceRegion(
    app.db,
    { ...region, attribution: '© OpenStreetMap contributors', bytes: 1, tiles: 1 },
    [],
  )
})

function ask(visitor: Caller, url: string, headers: Record<string, string> = {}) {
  return visitor.send('GET', url, undefined, { headers })
}

async function about(visitor: Caller) {
  return (await ask(visitor, '/api/map/streets')).json()
}

function tileUrl(version: string, { z, x, y } = AT) {
  return `/api/map/streets/${version}/${z}/${x}/${y}`
}

test('the list of street maps is revalidated each time, with no body in the response if nothing changed', async ({
  visitor,
}) => {
  const answer = await ask(visitor, '/api/map/streets')
  expect(answer.json()).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{16}$/),
    min_zoom: 7,
    max_zoom: 14,
    attribution: '© OpenStreetMap contributors',
    regions: [{ name: 'monaco', ...BOX }],
  })
  expect(answer.headers['cache-control']).toBe('no-cache')
  const again = await ask(visitor, '/api/map/streets', { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('a versioned tile is cached forever, compressed for clients that accept it', async ({ visitor }) => {
  const { version } = await about(visitor)
  const answer = await ask(visitor, tileUrl(version), { 'accept-encoding': 'gzip, br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-type': 'application/vnd.mapbox-vector-tile',
    vary: 'accept-encoding, Origin',
  })
  const plain = await ask(visitor, tileUrl(version))
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload).toEqual(gunzipSync(answer.rawPayload))
  expect(readTile(plain.rawPayload).map(({ name }) => name)).toEqual(['transportation'])
  const again = await ask(visitor, tileUrl(version), { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('a tile without content is empty, and one outside the world is refused', async ({ visitor }) => {
  const { version } = await about(visitor)
  const empty = await ask(visitor, tileUrl(version, { ...AT, x: AT.x + 1 }))
  expect([empty.statusCode, empty.body]).toEqual([204, ''])
  expect((await ask(visitor, tileUrl(version, { z: 14, x: 0, y: 0 }))).statusCode).toBe(204)
  expect((await ask(visitor, tileUrl(version, { z: 3, x: 4, y: 2 }))).statusCode).toBe(204)
  expect((await ask(visitor, '/api/map/streets/latest/14/1/1')).statusCode).toBe(400)
  expect((await ask(visitor, `/api/map/streets/${version}/99/1/1`)).statusCode).toBe(400)
})

test('a request for another version gets the current one, which is not cached', async ({ visitor }) => {
  const answer = await ask(visitor, tileUrl('0123456789abcdef'))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers.etag).toBeUndefined()
})

test('if a region’s file is missing, the others still work, and the response is not cached', async ({
  app,
  visitor,
}) => {
  const lost = { name: 'lost', version: VERSION, ...BOX, min_zoom: 7, max_zoom: 14 }
  await replaceRegion(app.db, { ...lost, attribution: 'x', bytes: 1, tiles: 1 }, [])
  rmSync(archivePath(app.dataDir, lost), { force: true })
  await expect.poll(async () => (await about(visitor)).regions.length).toBe(2)
  const { version } = await about(visitor)
  const answer = await ask(visitor, tileUrl(version))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(readTile(answer.rawPayload).map(({ name }) => name)).toEqual(['transportation'])
})
