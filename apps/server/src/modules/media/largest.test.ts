import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from '@nollie/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { largestWait } from '../../../test/world/largest-pictures.ts'
import { FOREIGN, phonePhoto } from '../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../test/actors/people.ts'
import { uploader } from '../../../test/actors/uploads.ts'
import { openMedia } from './index.ts'
import { findMedia, lockStorage } from './media.queries.ts'

let app: TestApp
let ada: TestPerson
let ben: TestPerson
let her: ReturnType<typeof uploader>
let photo: Buffer
beforeAll(async () => {
  app = await testApp({ media: { sweepEvery: 3600, unwantedFor: 0 } })
  ;({ ada, ben } = await people(app, 'ada', 'ben'))
  her = uploader(app, ada)
  photo = await phonePhoto({ width: 1600, height: 1200 })
})
afterAll(() => app.close())

let goOn: () => Promise<void>
beforeEach(async () => {
  goOn = await largestWait(app.db)
})
afterEach(() => goOn())

function get(media: Media, file: string, who: TestPerson = ada, headers: Record<string, string> = {}) {
  return app.app.inject({ url: `${media.base}/${file}`, headers: { ...who.bearer, ...headers } })
}

async function readWidth(media: Media, file: string) {
  return (await sharp((await get(media, file)).rawPayload).metadata()).width
}

async function isPending(id: string) {
  return (await findMedia(app.db, id))?.largest_pending
}

function buildFolderPath({ base }: Media) {
  const key = base?.split('/')[2] ?? ''
  return join(app.dataDir, 'media', key.slice(0, 2), key)
}

test('a photo is ready once the files shown first are; they are served until the largest are made', async () => {
  const media = await her.media(photo)
  expect(media).toMatchObject({ status: 'ready', width: 1600, height: 1200 })
  expect(await isPending(media.id)).toBe(true)
  expect(readdirSync(buildFolderPath(media)).sort()).toEqual([
    '1080.avif',
    '1080.webp',
    '400.avif',
    '400.webp',
  ])
  for (const type of ['avif', 'webp']) {
    const smaller = await get(media, `2048.${type}`)
    expect([smaller.statusCode, smaller.headers['content-type']]).toEqual([200, `image/${type}`])
    // The browser revalidates, and gets the large file once it has been made.
    expect(smaller.headers['cache-control']).toBe('private, no-cache')
    expect(smaller.rawPayload.equals((await get(media, `1080.${type}`)).rawPayload)).toBe(true)
    expect(smaller.rawPayload.toString('latin1')).not.toMatch(FOREIGN)
  }
  const etag = String((await get(media, '2048.avif')).headers.etag)
  expect((await get(media, '2048.avif', ada, { 'if-none-match': etag })).statusCode).toBe(304)
  // The upload counts toward storage until it is deleted. No one else gets either file.
  expect((await get(media, '2048.avif', ben)).statusCode).toBe(404)
  expect(her.left(media.id)).not.toEqual([])
  const stored = await app.db.transaction().execute((tx) => lockStorage(tx, ada.user_id))
  await goOn()
  await expect.poll(() => isPending(media.id)).toBe(false)
  await expect.poll(() => her.left(media.id)).toEqual([])
  const later = await get(media, '2048.avif', ada, { 'if-none-match': etag })
  expect([later.statusCode, later.headers['cache-control']]).toEqual([
    200,
    'private, max-age=5, stale-while-revalidate=86400',
  ])
  for (const file of ['2048.avif', '2048.webp']) expect(await readWidth(media, file)).toBe(1600)
  expect(await readWidth(media, '1080.avif')).toBe(1080)
  const { stored_bytes } = await app.db
    .selectFrom('media')
    .select('stored_bytes')
    .where('id', '=', media.id)
    .executeTakeFirstOrThrow()
  const sizes = await Promise.all(
    readdirSync(buildFolderPath(media)).map(async (file) => (await get(media, file)).rawPayload.length),
  )
  expect(stored_bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
  expect(stored).toBeGreaterThan(photo.length)
  expect(await app.db.transaction().execute((tx) => lockStorage(tx, ada.user_id))).toBe(stored_bytes)
})

test('a photo that is small, or expensive to decode, is complete immediately', async () => {
  const small = await her.media(await phonePhoto({ width: 1080, height: 700 }))
  const png = await her.media(await sharp(photo).png().toBuffer(), { filetype: 'image/png' })
  for (const media of [small, png]) {
    expect(await isPending(media.id)).toBe(false)
    expect(readdirSync(buildFolderPath(media))).toHaveLength(6)
    await expect.poll(() => her.left(media.id)).toEqual([])
  }
})

test('a photo stays ready if its largest files can’t be made; its upload is deleted', async () => {
  const media = await her.media(photo)
  const [name = ''] = her.left(media.id)
  await app.storage.area('uploads').put(name, photo.subarray(0, photo.length >> 1))
  await goOn()
  await expect.poll(() => isPending(media.id)).toBe(false)
  expect(await her.status(media.id)).toMatchObject({ status: 'ready', failure: null })
  expect(await readWidth(media, '2048.webp')).toBe(1080)
  await expect.poll(() => her.left(media.id)).toEqual([])
})

test('a photo also stays ready after its worker crashes three times', async () => {
  const media = await her.media(photo)
  await app.db.updateTable('media').set({ tries: 3 }).where('id', '=', media.id).execute()
  await goOn()
  await expect.poll(() => isPending(media.id)).toBe(false)
  expect((await her.status(media.id)).status).toBe('ready')
  await expect.poll(() => her.left(media.id)).toEqual([])
})

test('deleting a photo at this point, directly or with its post, also deletes its upload', async () => {
  const own = await her.media(photo)
  const swept = await her.media(photo)
  expect((await her.remove(own.id)).statusCode).toBe(204)
  expect([her.left(own.id), existsSync(buildFolderPath(own))]).toEqual([[], false])
  await app.db
    .updateTable('media')
    .set({ unwanted_since: new Date(0).toISOString() })
    .where('id', '=', swept.id)
    .execute()
  const media = await openMedia({
    db: app.db,
    log: app.app.log,
    storage: app.storage,
    videoEncoder: null,
    figures: { unwantedFor: 0 },
  })
  onTestFinished(() => media.close())
  await media.sweep()
  expect([her.left(swept.id), existsSync(buildFolderPath(swept))]).toEqual([[], false])
})

test('the garbage collector ignores an upload that is still needed', async () => {
  const { id } = await her.media(photo)
  const media = await openMedia({
    db: app.db,
    log: app.app.log,
    storage: app.storage,
    videoEncoder: null,
  })
  onTestFinished(() => media.close())
  await media.sweep()
  expect(her.left(id)).not.toEqual([])
  await goOn()
  await expect.poll(() => isPending(id)).toBe(false)
  expect(await readWidth(await her.status(id), '2048.avif')).toBe(1600)
})
