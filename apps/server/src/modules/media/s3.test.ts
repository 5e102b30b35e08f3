import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MEDIA_FILES } from '@nollie/contract/media'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { largestWait } from '../../../test/world/largest-pictures.ts'
import { hasFfmpeg, makeVideo, phonePhoto } from '../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../test/actors/people.ts'
import { QUICK, testS3, times } from '../../../test/services/s3.ts'
import { keysIn } from '../../../test/world/stored-keys.ts'
import { getUploadId, uploader } from '../../../test/actors/uploads.ts'
import { s3Storage } from '../../platform/files/index.ts'
import { findVideoEncoder } from './index.ts'

// Two servers that share only the database and the bucket.
let s3: Awaited<ReturnType<typeof testS3>>
let one: TestApp
let two: TestApp
let ada: TestPerson
let ben: TestPerson
let photo: Buffer
beforeAll(async () => {
  s3 = await testS3()
  const videoEncoder = await findVideoEncoder(process.env.PATH ?? '')
  const options = () => ({ storage: s3Storage(s3.settings, QUICK), videoEncoder })
  one = await testApp(options())
  two = await testApp(options(), {
    db: one.db,
    url: one.databaseUrl,
    close: async () => {},
    drop: async () => {},
  })
  ;({ ada, ben } = await people(one, 'ada', 'ben'))
  photo = await phonePhoto({ width: 1600, height: 1200 })
})
afterEach(() => s3.fail())
afterAll(async () => {
  await two.close()
  await one.close()
  await s3.close()
})

async function video() {
  const file = join(one.dataDir, 'clip.mp4')
  await makeVideo(file, ['-c:v', 'libx264'], { size: '640x360' })
  const bytes = readFileSync(file)
  rmSync(file)
  return bytes
}

function uploads() {
  return keysIn(one.storage.area('uploads'))
}

function fetchFrom(it: TestApp, url: string, who = ada, headers = {}) {
  return it.app.inject({ url, headers: { ...who.bearer, ...headers } })
}

test('an upload started on one server is finished on the other, processed by either, and served by both', async () => {
  const goOn = await largestWait(one.db)
  const [here, there] = [uploader(one, ada), uploader(two, ada)]
  const id = getUploadId(await here.begin(photo.length))
  const third = Math.floor(photo.length / 3)
  expect((await here.send(id, 0, photo.subarray(0, third))).statusCode).toBe(204)
  expect((await there.head(id)).headers['upload-offset']).toBe(String(third))
  expect((await there.send(id, third, photo.subarray(third, third * 2))).statusCode).toBe(204)
  expect((await here.send(id, third * 2, photo.subarray(third * 2))).statusCode).toBe(204)
  const media = await there.settled(id)
  expect(media).toMatchObject({ status: 'ready', width: 1600, height: 1200 })
  // The upload stays in the bucket until the largest files are made.
  expect(await uploads()).toHaveLength(1)
  await goOn()
  await expect.poll(uploads).toEqual([])
  for (const file of MEDIA_FILES.filter((name) => name !== 'video.mp4')) {
    const [a, b] = [
      await fetchFrom(one, `${media.base}/${file}`),
      await fetchFrom(two, `${media.base}/${file}`),
    ]
    expect([a.statusCode, b.statusCode, a.headers.etag], file).toEqual([200, 200, b.headers.etag])
    expect(a.rawPayload.equals(b.rawPayload)).toBe(true)
    const part = await fetchFrom(two, `${media.base}/${file}`, ada, { range: 'bytes=10-19' })
    expect([part.statusCode, part.rawPayload.equals(a.rawPayload.subarray(10, 20))]).toEqual([206, true])
    const known = await fetchFrom(one, `${media.base}/${file}`, ada, { 'if-none-match': b.headers.etag })
    expect(known.statusCode).toBe(304)
    expect((await fetchFrom(two, `${media.base}/${file}`, ben)).statusCode).toBe(404)
  }
  expect((await here.remove(id)).statusCode).toBe(204)
  expect((await fetchFrom(two, `${media.base}/400.webp`)).statusCode).toBe(404)
  expect(await keysIn(one.storage.area('media'))).toEqual([])
  expect(
    readdirSync(one.dataDir)
      .concat(readdirSync(two.dataDir))
      .filter((name) => name !== 'outbox'),
  ).toEqual([])
})

test('two servers that get the same bytes concurrently count them once', async () => {
  const [here, there] = [uploader(one, ada), uploader(two, ada)]
  const id = getUploadId(await here.begin(photo.length))
  const half = photo.length >> 1
  const answers = await Promise.all([here, there].map((at) => at.send(id, 0, photo.subarray(0, half))))
  expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['204', '409'])
  expect((await here.head(id)).headers['upload-offset']).toBe(String(half))
  expect((await there.send(id, half, photo.subarray(half))).statusCode).toBe(204)
  expect((await here.settled(id)).status).toBe('ready')
})

test.skipIf(!hasFfmpeg)('a video is read from the bucket, stored in it, and served with ranges', async () => {
  const { id } = await uploader(one, ada).upload(await video(), { filetype: 'video/mp4', filename: 'a.mp4' })
  const media = await uploader(two, ada).settled(id)
  expect(media).toMatchObject({ type: 'video', status: 'ready' })
  const whole = await fetchFrom(two, String(media.url))
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/mp4'])
  const end = await fetchFrom(one, String(media.url), ada, { range: 'bytes=-100' })
  expect([end.statusCode, end.rawPayload.equals(whole.rawPayload.subarray(-100))]).toEqual([206, true])
})

test('R7 if a store fails during an upload, that resumes after the last acknowledged byte', async () => {
  const her = uploader(one, ada)
  const id = getUploadId(await her.begin(photo.length))
  const half = photo.length >> 1
  expect((await her.send(id, 0, photo.subarray(0, half))).statusCode).toBe(204)
  s3.fail(times(99, 500, (method) => method === 'PUT'))
  const failed = await her.send(id, half, photo.subarray(half))
  expect([failed.statusCode, failed.json().code, failed.headers['retry-after']]).toEqual([
    503,
    'UNAVAILABLE',
    '2',
  ])
  expect((await her.head(id)).headers['upload-offset']).toBe(String(half))
  s3.fail()
  expect((await her.send(id, half, photo.subarray(half))).statusCode).toBe(204)
  expect((await her.settled(id)).status).toBe('ready')
})

test('R7 a store that fails while images are made or read leaves nothing half-made, and work continues afterwards', async () => {
  const her = uploader(one, ada)
  const id = getUploadId(await her.begin(photo.length))
  const half = photo.length >> 1
  await her.send(id, 0, photo.subarray(0, half))
  // Accepts the upload but none of its images.
  s3.fail(({ method, path }) => (method === 'PUT' && path.includes('/media/') ? 503 : null))
  expect((await her.send(id, half, photo.subarray(half))).statusCode).toBe(204)
  await expect
    .poll(
      async () =>
        (await one.db.selectFrom('media').select('due_at').where('id', '=', id).executeTakeFirst())?.due_at,
    )
    .toSatisfy((due: string) => Date.parse(due) > Date.now() + 20_000)
  const row = await one.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'processing', tries: 0, claim: null, stored_bytes: 0 })
  s3.fail()
  await one.db.updateTable('media').set({ due_at: new Date().toISOString() }).where('id', '=', id).execute()
  const media = await her.settled(id)
  expect(media.status).toBe('ready')
  s3.fail(() => 500)
  const away = await fetchFrom(two, `${media.base}/1080.webp`)
  expect([away.statusCode, away.json().code]).toEqual([503, 'UNAVAILABLE'])
  const health = await two.app.inject({ url: '/api/health/ready' })
  expect([health.statusCode, health.json().checks.storage]).toEqual([503, 'failing'])
  s3.fail()
  expect((await fetchFrom(two, `${media.base}/1080.webp`)).statusCode).toBe(200)
  const ready = async () => (await two.app.inject({ url: '/api/health/ready' })).statusCode
  await expect.poll(ready).toBe(200)
})
