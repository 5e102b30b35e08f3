import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { tileAt, tileFeature, tileLayer, writePmtiles } from '../../../test/street-files.ts'
import { archivePath, readTile, replaceRegion } from './index.ts'

const BOX = { west: 7.4, south: 43.7, east: 7.5, north: 43.8 }
const AT = tileAt(14, 7.42, 43.735)
const VERSION = '00000000000000aa'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
  mkdirSync(path.join(it.dataDir, 'map'))
  await writePmtiles(
    archivePath(it.dataDir, { name: 'monaco', version: VERSION }),
    [{ ...AT, layers: [tileLayer('transportation', tileFeature('line', { class: 'minor' }))] }],
    { bounds: Object.values(BOX).join(',') },
  )
  const region = { name: 'monaco', version: VERSION, ...BOX, min_zoom: 7, max_zoom: 14 }
  await replaceRegion(
    it.db,
    { ...region, attribution: '© OpenStreetMap contributors', bytes: 1, tiles: 1 },
    [],
  )
})
afterAll(() => it.close())

const ask = (url: string, headers: Record<string, string> = {}) => it.app.inject({ url, headers })
const about = async () => (await ask('/api/map/streets')).json()
const tileUrl = (version: string, { z, x, y } = AT) => `/api/map/streets/${version}/${z}/${x}/${y}`

test('which street maps there are is asked again each time, and answered without a body when nothing changed', async () => {
  const answer = await ask('/api/map/streets')
  expect(answer.json()).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{16}$/),
    min_zoom: 7,
    max_zoom: 14,
    attribution: '© OpenStreetMap contributors',
    regions: [{ name: 'monaco', ...BOX }],
  })
  expect(answer.headers['cache-control']).toBe('no-cache')
  const again = await ask('/api/map/streets', { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('a tile is for ever by its version, packed for those who take it packed', async () => {
  const { version } = await about()
  const answer = await ask(tileUrl(version), { 'accept-encoding': 'gzip, br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-type': 'application/vnd.mapbox-vector-tile',
    vary: 'accept-encoding',
  })
  const plain = await ask(tileUrl(version))
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.rawPayload).toEqual(gunzipSync(answer.rawPayload))
  expect(readTile(plain.rawPayload).map(({ name }) => name)).toEqual(['transportation'])
  const again = await ask(tileUrl(version), { 'if-none-match': String(answer.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('where there is nothing the answer is empty, and outside of the world it is refused', async () => {
  const { version } = await about()
  const empty = await ask(tileUrl(version, { ...AT, x: AT.x + 1 }))
  expect([empty.statusCode, empty.body]).toEqual([204, ''])
  expect((await ask(tileUrl(version, { z: 14, x: 0, y: 0 }))).statusCode).toBe(204)
  expect((await ask(tileUrl(version, { z: 3, x: 4, y: 2 }))).statusCode).toBe(204)
  expect((await ask('/api/map/streets/latest/14/1/1')).statusCode).toBe(400)
  expect((await ask(`/api/map/streets/${version}/99/1/1`)).statusCode).toBe(400)
})

test('another version is answered with what there is and not stored', async () => {
  const answer = await ask(tileUrl('0123456789abcdef'))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers.etag).toBeUndefined()
})

test('a region whose file is gone leaves the others, and nobody stores that', async () => {
  const lost = { name: 'lost', version: VERSION, ...BOX, min_zoom: 7, max_zoom: 14 }
  await replaceRegion(it.db, { ...lost, attribution: 'x', bytes: 1, tiles: 1 }, [])
  rmSync(archivePath(it.dataDir, lost), { force: true })
  await expect.poll(async () => (await about()).regions.length, { timeout: 8_000 }).toBe(2)
  const { version } = await about()
  const answer = await ask(tileUrl(version))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(readTile(answer.rawPayload).map(({ name }) => name)).toEqual(['transportation'])
})
