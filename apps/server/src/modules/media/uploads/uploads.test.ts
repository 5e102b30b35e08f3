import { statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA_FILES } from '@nollie/contract/media'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { until } from '../../../../test/world/until.ts'
import { FOREIGN, hasFfmpeg, phonePhoto } from '../../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../../test/actors/people.ts'
import {
  CHUNK,
  getCode,
  getUploadId,
  metadata,
  TUS,
  uploader,
  uploadPath,
} from '../../../../test/actors/uploads.ts'
import { findVideoEncoder } from '../index.ts'
import { findDeclaredType } from '../formats/file-format.ts'

const MB = 1024 * 1024

let app: TestApp
let ada: TestPerson
let ben: TestPerson
let her: ReturnType<typeof uploader>
let his: ReturnType<typeof uploader>
let photo: Buffer
beforeAll(async () => {
  app = await testApp({ videoEncoder: await findVideoEncoder(process.env.PATH ?? '') })
  ;({ ada, ben } = await people(app, 'ada', 'ben'))
  her = uploader(app, ada)
  his = uploader(app, ben)
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterAll(() => app.close())

test('API-67 a photo sent in two pieces: returns the offset, accepts the rest, and makes all files', async () => {
  const begun = await her.begin(photo.length)
  expect(begun.statusCode).toBe(201)
  expect(begun.headers).toMatchObject({ 'tus-resumable': '1.0.0' })
  const location = String(begun.headers.location)
  expect(location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
  const id = getUploadId(begun)
  expect(await her.status(id)).toMatchObject({ id, status: 'uploading', base: null, url: null })

  const half = photo.length >> 1
  const first = await her.send(id, 0, photo.subarray(0, half))
  expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)])
  const state = await her.head(id)
  expect(state.headers).toMatchObject({
    'upload-offset': String(half),
    'upload-length': String(photo.length),
    'cache-control': 'no-store',
  })
  expect(getCode(await her.send(id, 3, photo.subarray(3)))).toBe('CONFLICT')
  const last = await her.send(id, half, photo.subarray(half))
  expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(photo.length)])
  // The response has the same headers as every other response.
  expect(last.headers['x-content-type-options']).toBe('nosniff')

  const media = await her.settled(id)
  expect(media).toMatchObject({ type: 'image', status: 'ready', width: 640, height: 480, failure: null })
  expect(media.url).toBe(`${media.base}/1080.webp`)
  for (const file of MEDIA_FILES.filter((name) => name !== 'video.mp4')) {
    const served = await app.app.inject({ url: `${media.base}/${file}`, headers: ada.bearer })
    expect(served.statusCode, file).toBe(200)
    expect(served.rawPayload.toString('latin1'), file).not.toMatch(FOREIGN)
  }
  expect(her.left(id)).toEqual([])
  expect((await her.head(id)).headers).toMatchObject({ 'upload-offset': String(photo.length) })
  expect(getCode(await her.send(id, photo.length, Buffer.from('x')))).toBe('CONFLICT')
  const { rows } = await sql`select data from events where topic = ${`user:${ada.user_id}`} and name = 'media'
    and data ->> 'media_id' = ${id}`.execute(app.db)
  expect(rows).toEqual([{ data: { media_id: id, status: 'ready' } }])
})

test('a creation request can contain the first bytes', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...CHUNK,
      ...ada.bearer,
      'upload-length': String(photo.length),
      'upload-metadata': metadata('image/jpeg', 'ledge.jpg'),
    },
    payload: photo,
  })
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, String(photo.length)])
  expect((await her.settled(getUploadId(answer))).status).toBe('ready')
})

test('MEDIA-06 MEDIA-07 G-35 D9 sizes: one byte less is accepted, the limit itself and more are rejected', async () => {
  for (const [filetype, limit, detail] of [
    ['image/jpeg', 10 * MB, 'File too large: Image must be less than 10MB'],
    ['video/mp4', 50 * MB, 'File too large: Video must be less than 50MB'],
  ] as const) {
    if (filetype === 'video/mp4' && !hasFfmpeg) continue
    for (const bytes of [limit, limit + 1, 10 ** 12]) {
      const refused = await her.begin(bytes, { filetype })
      expect([refused.statusCode, refused.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'TOO_LARGE', detail }),
      ])
    }
    const taken = await her.begin(limit - 1, { filetype })
    expect(taken.statusCode).toBe(201)
    expect((await her.remove(getUploadId(taken))).statusCode).toBe(204)
  }
  expect(getCode(await her.begin(0))).toBe('WRONG_TYPE')
  expect(getCode(await her.begin(9, { headers: { 'upload-length': '-9' } }))).toBe('BAD_REQUEST')
  expect(getCode(await her.begin(9, { headers: { 'upload-length': '9, 9' } }))).toBe('BAD_REQUEST')
})

test('D9 never accepts more than the declared bytes, no matter how they are sent', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const id = getUploadId(await her.begin(1000))
  expect(getCode(await her.send(id, 0, Buffer.alloc(1001)))).toBe('TOO_LARGE')
  // Sends chunks without a length until the server ends the upload.
  const status = await new Promise<number>((resolve, reject) => {
    const sender = httpRequest(
      {
        port,
        path: `/api/uploads/${id}`,
        method: 'PATCH',
        headers: { ...CHUNK, ...ada.bearer, 'upload-offset': '0' },
      },
      (answer) => resolve(answer.statusCode ?? 0),
    )
    sender.on('error', reject)
    const more = () => sender.write(Buffer.alloc(64 * 1024)) && setImmediate(more)
    sender.on('drain', more)
    more()
    setTimeout(() => sender.destroy(new Error('never answered')), 60_000).unref()
  }).catch((error: Error) => error.message)
  expect([413, 'write EPIPE', 'read ECONNRESET', 'socket hang up']).toContain(status)
  const stored = her.left(id).map((name) => statSync(uploadPath(app, name)).size)
  expect(stored.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1000)
  await her.remove(id)
})

test('a disconnected sender can resume', async () => {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const id = getUploadId(await her.begin(photo.length))
  const sendSome = (forMs: number) =>
    new Promise<void>((resolve) => {
      const headers = { ...CHUNK, ...ada.bearer, 'upload-offset': '0', 'content-length': photo.length }
      const sender = httpRequest({ port, path: `/api/uploads/${id}`, method: 'PATCH', headers })
      sender.on('error', () => {})
      sender.on('close', () => resolve())
      sender.write(photo.subarray(0, 2000))
      setTimeout(() => sender.destroy(), forMs)
    })
  const offset = 2000
  let forMs = 100
  await until(async () => {
    // A busy server may not have received anything before the sender disconnects.
    await sendSome((forMs *= 2))
    await sleep(forMs)
    expect((await her.head(id)).headers['upload-offset']).toBe(String(offset))
  })
  expect((await her.send(id, offset, photo.subarray(offset))).statusCode).toBe(204)
  expect((await her.settled(id)).status).toBe('ready')
})

test('A5 A6 an upload belongs to its owner: for anyone else it does not exist', async () => {
  const id = getUploadId(await her.begin(photo.length))
  expect(getCode(await his.send(id, 0, photo))).toBe('UPLOAD_NOT_FOUND')
  expect((await his.head(id)).statusCode).toBe(404)
  expect(getCode(await his.remove(id))).toBe('UPLOAD_NOT_FOUND')
  expect((await his.status(id)) as unknown).toMatchObject({ code: 'MEDIA_NOT_FOUND' })
  expect(getCode(await her.send(uuid(), 0, photo))).toBe('UPLOAD_NOT_FOUND')
  for (const bad of ['..%2f..%2fetc', 'x', '%00'])
    expect((await her.send(bad, 0, photo)).statusCode).toBeLessThan(500)
  const nobody = await app.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...TUS, 'upload-length': '9' },
  })
  expect(getCode(nobody)).toBe('SESSION_MISSING')
  expect((await her.head(id)).headers['upload-offset']).toBe('0')
  expect((await her.remove(id)).statusCode).toBe(204)
  expect((await her.head(id)).statusCode).toBe(404)
  expect(her.left(id)).toEqual([])
})

test('B2 another site’s page can’t upload in a member’s name', async () => {
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    const url = method === 'POST' ? '/api/uploads' : `/api/uploads/${uuid()}`
    const headers = {
      ...CHUNK,
      ...ada.cookie,
      'sec-fetch-site': 'cross-site',
      'upload-length': '9',
      'upload-offset': '0',
    }
    expect(getCode(await app.app.inject({ method, url, headers })), method).toBe('FOREIGN_ORIGIN')
  }
})

test('rejects other protocol versions, and names ours', async () => {
  const answer = await her.begin(9, { headers: { 'tus-resumable': '0.2.0' } })
  expect([answer.statusCode, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
})

test('quotas: files per day and total bytes, also for concurrent uploads', async () => {
  const tight = await testApp({ media: { filesPerDay: 3, storageBytes: 2_000_000 } })
  onTestFinished(tight.close)
  const { cleo, dan } = await people(tight, 'cleo', 'dan')
  const [cleos, dans] = [uploader(tight, cleo), uploader(tight, dan)]
  const five = await Promise.all(Array.from({ length: 5 }, () => cleos.begin(1000)))
  expect(five.map((answer) => String(answer.statusCode)).sort()).toEqual(['201', '201', '201', '429', '429'])
  const two = await Promise.all([1, 2].map(() => dans.begin(1_500_000)))
  expect(two.map((answer) => String(answer.statusCode)).sort()).toEqual(['201', '429'])
  expect(getCode(two.find((answer) => answer.statusCode === 429) ?? five[0]!)).toBe('QUOTA')
})

test('the daily quota also counts deleted uploads', async () => {
  const tight = await testApp({ media: { filesPerDay: 3, storageBytes: 2_000_000 } })
  onTestFinished(tight.close)
  const eves = uploader(tight, (await people(tight, 'eve')).eve)
  // A rejected upload doesn't count toward the quota.
  expect(getCode(await eves.begin(3_000_000))).toBe('QUOTA')
  for (let i = 0; i < 3; i += 1) {
    const begun = await eves.begin(1000)
    expect(begun.statusCode).toBe(201)
    expect((await eves.remove(getUploadId(begun))).statusCode).toBe(204)
  }
  const fourth = await eves.begin(1000)
  expect([fourth.statusCode, fourth.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'QUOTA',
      detail: 'You’ve uploaded 3 files today. Continue tomorrow.',
    }),
  ])
})

test('the declared type avoids an upload that is too large; the file name only counts without a type', () => {
  expect(findDeclaredType('image/heic', 'x')).toBe('image')
  expect(findDeclaredType('', 'IMG_1.HEIC')).toBe('image')
  expect(findDeclaredType('application/octet-stream', 'clip.MOV')).toBe('video')
  expect(findDeclaredType('video/mp4; codecs=avc1', '')).toBe('video')
  for (const [type, name] of [
    ['image/svg+xml', 'x.jpg'],
    ['text/html', 'x.jpg'],
    ['', 'x.html'],
    ['', ''],
    ['', '.jpg'],
  ] as const)
    expect(findDeclaredType(type, name), `${type} ${name}`).toBeNull()
})

test('the content determines the type, no matter what is declared', async () => {
  for (const [filetype, filename] of [
    ['image/png', 'photo.png'],
    ['video/mp4', 'clip.mp4'],
    ['image/svg+xml', 'drawing.svg'],
    ['text/html', 'page.html'],
    ['application/octet-stream', 'blob'],
    ['', ''],
  ] as const) {
    if (filetype === 'video/mp4' && !hasFfmpeg) continue
    const { id } = await her.upload(photo, { filetype, filename })
    expect(await her.settled(id), filetype).toMatchObject({ type: 'image', status: 'ready' })
  }
})

test('a PNG that is named and declared as a JPEG is a photo', async () => {
  const png = await sharp({ create: { width: 320, height: 240, channels: 4, background: '#e0202080' } })
    .png()
    .toBuffer()
  const { id } = await her.upload(png, { filetype: 'image/jpeg', filename: 'IMG_2041.JPG' })
  expect(await her.settled(id)).toMatchObject({
    type: 'image',
    status: 'ready',
    width: 320,
    height: 240,
    failure: null,
  })
})
