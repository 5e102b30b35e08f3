import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media } from '@nollie/contract'
import { MEDIA_FILES } from '@nollie/contract/media'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  FOREIGN,
  hasFfmpeg,
  hasRealPhotos,
  lies,
  makeVideo,
  phonePhoto,
  REAL_PHOTOS,
} from '../../../test/media-files.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { isKey, newKey } from './keys.ts'
import { attachMedia, findVideoEncoder, mediaJson, toMedia } from './index.ts'
import { findMedia } from './media.queries.ts'
import { declaredType } from './uploads.service.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const MB = 1024 * 1024
const FIGURES = { unwantedFor: 0, abandonedAfter: 3600, sweepEvery: 3600 }

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let photo: Buffer
beforeAll(async () => {
  it = await testApp({ videoEncoder: await findVideoEncoder(process.env.PATH ?? ''), media: FIGURES })
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
  photo = await phonePhoto({ width: 640, height: 480 })
}, 120_000)
afterAll(() => it.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const begin = (
  bytes: number,
  {
    filetype = 'image/jpeg',
    filename = 'ledge.jpg',
    by = ada,
    on = it,
    headers = {} as Record<string, string>,
  } = {},
) =>
  on.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...TUS,
      ...by.bearer,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${base64(filename)},filetype ${base64(filetype)}`,
      ...headers,
    },
  })
const patch = (location: string, offset: number, payload: Buffer, by = ada, on = it) =>
  on.app.inject({
    method: 'PATCH',
    url: location,
    headers: { ...CHUNK, ...by.bearer, 'upload-offset': String(offset) },
    payload,
  })
const head = (location: string, by = ada) =>
  it.app.inject({ method: 'HEAD', url: location, headers: { ...TUS, ...by.bearer } })
const remove = (location: string, by = ada) =>
  it.app.inject({ method: 'DELETE', url: location, headers: { ...TUS, ...by.bearer } })
const idOf = (location: unknown) => String(location).split('/').at(-1) ?? ''
const upload = async (bytes: Buffer, options: Parameters<typeof begin>[1] = {}) => {
  const begun = await begin(bytes.length, options)
  if (begun.statusCode !== 201) return { begun, id: '', sent: begun }
  const location = String(begun.headers.location)
  const sent = await patch(location, 0, bytes, options.by ?? ada, options.on ?? it)
  return { begun, id: idOf(location), sent }
}
const statusOf = async (id: string, by = ada, on = it): Promise<Media> =>
  (await on.app.inject({ url: `/api/media/${id}`, headers: by.bearer })).json()
const settled = async (id: string, by = ada, on = it): Promise<Media> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const media = await statusOf(id, by, on)
    if (media.status === 'ready' || media.status === 'failed') return media
    await sleep(50)
  }
  throw new Error('never settled')
}
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code
const filesIn = (folder: string, on = it) => readdirSync(join(on.dataDir, folder))

describe('resumable uploads', () => {
  test('a photo in two pieces: the offset is told, the rest follows, it becomes ready with all its files', async () => {
    const begun = await begin(photo.length)
    expect(begun.statusCode).toBe(201)
    expect(begun.headers).toMatchObject({ 'tus-resumable': '1.0.0' })
    const location = String(begun.headers.location)
    expect(location).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/)
    const id = idOf(location)
    expect(await statusOf(id)).toMatchObject({ id, status: 'uploading', base: null, url: null })

    const half = photo.length >> 1
    const first = await patch(location, 0, photo.subarray(0, half))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)])
    const state = await head(location)
    expect(state.headers).toMatchObject({
      'upload-offset': String(half),
      'upload-length': String(photo.length),
      'cache-control': 'no-store',
    })
    expect(codeOf(await patch(location, 3, photo.subarray(3)))).toBe('CONFLICT')
    const last = await patch(location, half, photo.subarray(half))
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(photo.length)])
    // The same headers as every other answer of the server.
    expect(last.headers['x-content-type-options']).toBe('nosniff')

    const media = await settled(id)
    expect(media).toMatchObject({ type: 'image', status: 'ready', width: 640, height: 480, failure: null })
    expect(media.url).toBe(`${media.base}/1080.webp`)
    for (const file of MEDIA_FILES.filter((name) => name !== 'video.mp4')) {
      const served = await it.app.inject({ url: `${media.base}/${file}` })
      expect(served.statusCode, file).toBe(200)
      expect(served.rawPayload.toString('latin1'), file).not.toMatch(FOREIGN)
    }
    expect(filesIn('uploads').filter((name) => name.startsWith(id))).toEqual([])
    expect((await head(location)).headers).toMatchObject({ 'upload-offset': String(photo.length) })
    expect(codeOf(await patch(location, photo.length, Buffer.from('x')))).toBe('CONFLICT')
    const { rows } =
      await sql`select data from events where topic = ${`user:${ada.user_id}`} and name = 'media'
      and data ->> 'media_id' = ${id}`.execute(it.db)
    expect(rows).toEqual([{ data: { media_id: id, status: 'ready' } }])
  })

  test('creation with the first bytes in it', async () => {
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...CHUNK,
        ...ada.bearer,
        'upload-length': String(photo.length),
        'upload-metadata': `filetype ${base64('image/jpeg')}`,
      },
      payload: photo,
    })
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, String(photo.length)])
    expect((await settled(idOf(answer.headers.location))).status).toBe('ready')
  })

  test('MEDIA-06 MEDIA-07 D9 sizes: one byte under is taken, the limit itself and more are refused', async () => {
    for (const [filetype, limit, detail] of [
      ['image/jpeg', 10 * MB, 'File too large: Image must be less than 10MB'],
      ['video/mp4', 50 * MB, 'File too large: Video must be less than 50MB'],
    ] as const) {
      if (filetype === 'video/mp4' && !hasFfmpeg) continue
      for (const bytes of [limit, limit + 1, 10 ** 12]) {
        const refused = await begin(bytes, { filetype })
        expect([refused.statusCode, refused.json()]).toEqual([
          413,
          expect.objectContaining({ code: 'TOO_LARGE', detail }),
        ])
      }
      const taken = await begin(limit - 1, { filetype })
      expect(taken.statusCode).toBe(201)
      expect((await remove(String(taken.headers.location))).statusCode).toBe(204)
    }
    expect(codeOf(await begin(0))).toBe('WRONG_TYPE')
    expect(codeOf(await begin(9, { headers: { 'upload-length': '-9' } }))).toBe('BAD_REQUEST')
    expect(codeOf(await begin(9, { headers: { 'upload-length': '9, 9' } }))).toBe('BAD_REQUEST')
  })

  test('D9 more than was announced is not taken, however it is sent', async () => {
    await it.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = it.app.server.address() as AddressInfo
    const location = String((await begin(1000)).headers.location)
    expect(codeOf(await patch(location, 0, Buffer.alloc(1001)))).toBe('TOO_LARGE')
    // Chunked, without a length, as long as the server lets it.
    const status = await new Promise<number>((resolve, reject) => {
      const sender = httpRequest(
        { port, path: location, method: 'PATCH', headers: { ...CHUNK, ...ada.bearer, 'upload-offset': '0' } },
        (answer) => resolve(answer.statusCode ?? 0),
      )
      sender.on('error', reject)
      const more = () => sender.write(Buffer.alloc(64 * 1024)) && setImmediate(more)
      sender.on('drain', more)
      more()
      setTimeout(() => sender.destroy(new Error('never answered')), 5_000).unref()
    }).catch((error: Error) => error.message)
    expect([413, 'write EPIPE', 'read ECONNRESET', 'socket hang up']).toContain(status)
    const size = statSync(join(it.dataDir, 'uploads', idOf(location))).size
    expect(size).toBeLessThanOrEqual(1000)
    await remove(location)
  })

  test('a sender that vanishes may go on where it was', async () => {
    if (!it.app.server.listening) await it.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = it.app.server.address() as AddressInfo
    const location = String((await begin(photo.length)).headers.location)
    await new Promise<void>((resolve) => {
      const headers = { ...CHUNK, ...ada.bearer, 'upload-offset': '0', 'content-length': photo.length }
      const sender = httpRequest({ port, path: location, method: 'PATCH', headers })
      sender.on('error', () => {})
      sender.on('close', () => resolve())
      sender.write(photo.subarray(0, 2000))
      setTimeout(() => sender.destroy(), 200)
    })
    await sleep(200)
    const offset = Number((await head(location)).headers['upload-offset'])
    expect(offset).toBe(2000)
    expect((await patch(location, offset, photo.subarray(offset))).statusCode).toBe(204)
    expect((await settled(idOf(location))).status).toBe('ready')
  })

  test('A5 A6 an upload belongs to its owner: to others it does not exist', async () => {
    const location = String((await begin(photo.length)).headers.location)
    expect(codeOf(await patch(location, 0, photo, ben))).toBe('UPLOAD_NOT_FOUND')
    expect((await head(location, ben)).statusCode).toBe(404)
    expect(codeOf(await remove(location, ben))).toBe('UPLOAD_NOT_FOUND')
    expect((await statusOf(idOf(location), ben)) as unknown).toMatchObject({ code: 'MEDIA_NOT_FOUND' })
    expect(codeOf(await patch(`/api/uploads/${uuid()}`, 0, photo))).toBe('UPLOAD_NOT_FOUND')
    for (const bad of ['/api/uploads/..%2f..%2fetc', '/api/uploads/x', '/api/uploads/%00'])
      expect((await patch(bad, 0, photo)).statusCode).toBeLessThan(500)
    const nobody = await it.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: { ...TUS, 'upload-length': '9' },
    })
    expect(codeOf(nobody)).toBe('SESSION_MISSING')
    expect((await head(location)).headers['upload-offset']).toBe('0')
    expect((await remove(location)).statusCode).toBe(204)
    expect((await head(location)).statusCode).toBe(404)
    expect(filesIn('uploads').filter((name) => name.startsWith(idOf(location)))).toEqual([])
  })

  test('B2 a foreign page cannot upload in a member’s name', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      const url = method === 'POST' ? '/api/uploads' : `/api/uploads/${uuid()}`
      const headers = {
        ...CHUNK,
        ...ada.cookie,
        'sec-fetch-site': 'cross-site',
        'upload-length': '9',
        'upload-offset': '0',
      }
      expect(codeOf(await it.app.inject({ method, url, headers })), method).toBe('FOREIGN_ORIGIN')
    }
  })

  test('other versions of the protocol are told so', async () => {
    const answer = await begin(9, { headers: { 'tus-resumable': '0.2.0' } })
    expect([answer.statusCode, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
  })

  test('quotas: so many files a day, so many bytes in all, also for two at once', async () => {
    const tight = await testApp({ media: { ...FIGURES, filesPerDay: 3, storageBytes: 2_000_000 } })
    onTestFinished(tight.close)
    const { cleo, dan } = await people(tight, 'cleo', 'dan')
    const five = await Promise.all(Array.from({ length: 5 }, () => begin(1000, { by: cleo, on: tight })))
    expect(five.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 201, 429, 429])
    const two = await Promise.all([1, 2].map(() => begin(1_500_000, { by: dan, on: tight })))
    expect(two.map((answer) => answer.statusCode).sort()).toEqual([201, 429])
    expect(codeOf(two.find((answer) => answer.statusCode === 429) ?? five[0]!)).toBe('QUOTA')
  })

  test('what is declared decides the limit; names count only where no type is told', () => {
    expect(declaredType('image/heic', 'x')).toBe('image')
    expect(declaredType('', 'IMG_1.HEIC')).toBe('image')
    expect(declaredType('application/octet-stream', 'clip.MOV')).toBe('video')
    expect(declaredType('video/mp4; codecs=avc1', '')).toBe('video')
    for (const [type, name] of [
      ['image/svg+xml', 'x.jpg'],
      ['text/html', 'x.jpg'],
      ['', 'x.html'],
      ['', ''],
      ['', '.jpg'],
    ] as const)
      expect(declaredType(type, name), `${type} ${name}`).toBeNull()
  })
})

describe('what content may come', () => {
  test('D1 R15 lying files are refused with the last byte, failed for their owner, gone from the disk', async () => {
    for (const [name, bytes] of Object.entries(await lies())) {
      const filetype = /mp4|webm/.test(name) && hasFfmpeg ? 'video/mp4' : 'image/jpeg'
      const { id, sent } = await upload(bytes, { filetype, filename: name })
      expect([sent.statusCode, codeOf(sent)], name).toEqual([415, 'WRONG_TYPE'])
      expect(await statusOf(id), name).toMatchObject({
        status: 'failed',
        base: null,
        failure: expect.stringMatching(/^Only photos/),
      })
      expect(filesIn('uploads').filter((file) => file.startsWith(id))).toEqual([])
    }
  })

  test('MEDIA-06 a large photo declared as a video is measured as the photo it is', async () => {
    if (!hasFfmpeg) return
    const { sent } = await upload(Buffer.concat([photo, Buffer.alloc(10 * MB)]), { filetype: 'video/mp4' })
    expect([sent.statusCode, codeOf(sent)]).toEqual([413, 'TOO_LARGE'])
  })

  test('R15 a damaged photo fails in words while others go on', async () => {
    const [cut, good, alsoGood] = await Promise.all([
      upload(photo.subarray(0, photo.length >> 1)),
      upload(photo),
      upload(photo, { by: ben }),
    ])
    expect(await settled(cut.id)).toMatchObject({
      status: 'failed',
      failure: 'This picture could not be read. It may be damaged.',
    })
    expect((await settled(good.id)).status).toBe('ready')
    expect((await settled(alsoGood.id, ben)).status).toBe('ready')
    const row = await findMedia(it.db, cut.id)
    expect(await it.app.inject({ url: `/media/${row?.key}/400.webp` })).toMatchObject({ statusCode: 404 })
  })

  test('videos are refused in words where there is no encoder', async () => {
    const without = await testApp({ media: FIGURES })
    onTestFinished(without.close)
    const { eve } = await people(without, 'eve')
    const refused = await begin(1000, { filetype: 'video/mp4', by: eve, on: without })
    expect([refused.statusCode, refused.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'WRONG_TYPE', detail: expect.stringMatching(/no video encoder/) }),
    ])
    const ftyp = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1')
    const asPhoto = await upload(Buffer.concat([ftyp, Buffer.alloc(100)]), { by: eve, on: without })
    expect(codeOf(asPhoto.sent)).toBe('WRONG_TYPE')
  })

  test.skipIf(!hasFfmpeg)(
    'a video shows its poster while it is processed, then plays',
    async () => {
      const file = await makeVideo(join(it.dataDir, 'clip.mp4'), ['-c:v', 'libx264'], {
        size: '640x360',
        seconds: 2,
      })
      const { id } = await upload(readFileSync(file), { filetype: 'video/mp4', filename: 'clip.mp4' })
      let poster: Media | undefined
      for (let tries = 0; !poster && tries < 2000; tries += 1) {
        const now = await statusOf(id)
        if (now.base && now.status === 'processing') poster = now
        if (now.status === 'ready' || now.status === 'failed') break
        await sleep(5)
      }
      const media = await settled(id)
      expect(media).toMatchObject({ type: 'video', status: 'ready', width: 640, height: 360, failure: null })
      expect(media.duration).toBeCloseTo(2, 0)
      expect(media.url).toBe(`${media.base}/video.mp4`)
      if (poster) expect(poster).toMatchObject({ type: 'video', url: null, base: media.base })
      const { rows } = await sql<{ status: string }>`select data ->> 'status' as status from events
      where name = 'media' and data ->> 'media_id' = ${id} order by id`.execute(it.db)
      expect(rows.map(({ status }) => status)).toEqual(['processing', 'ready'])
      for (const name of MEDIA_FILES) {
        const served = await it.app.inject({ url: `${media.base}/${name}` })
        expect(served.statusCode, name).toBe(200)
        expect(served.rawPayload.toString('latin1'), name).not.toMatch(/41\.2203|96\.0716|Hidden Words/)
      }
      expect(filesIn('work')).toEqual([])
      const broken = Buffer.from(readFileSync(file))
      broken.fill(0x55, broken.indexOf('moov') + 8)
      const { id: bad } = await upload(broken, { filetype: 'video/mp4' })
      expect(await settled(bad)).toMatchObject({
        status: 'failed',
        failure: expect.stringMatching(/^This video could not be read/),
      })
    },
    60_000,
  )

  test('R17 an item whose workers died three times is given up; a full queue of them stops nobody', async () => {
    const id = uuid()
    await it.db
      .insertInto('media')
      .values({
        id,
        owner_id: ada.user_id,
        type: 'image',
        status: 'processing',
        key: newKey(),
        bytes: 9,
        tries: 3,
      })
      .execute()
    writeFileSync(join(it.dataDir, 'uploads', id), photo)
    await it.jobs.send(
      it.db,
      { name: 'media-picture', retries: 2, retryDelay: 1, expireInSeconds: 60, concurrency: 1 },
      { media_id: id },
    )
    expect(await settled(id)).toMatchObject({
      status: 'failed',
      failure: 'This file could not be processed.',
    })
    expect((await settled((await upload(photo)).id)).status).toBe('ready')
  })
})

describe('files as they are served', () => {
  let media: Media
  beforeAll(async () => {
    media = await settled((await upload(photo)).id)
  })
  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    it.app.inject({ method, url: path.startsWith('/') ? path : `${media.base}/${path}`, headers })

  test('D2 a type of our own, no sniffing, no scripts, for ever the same', async () => {
    for (const [file, type] of [
      ['400.webp', 'image/webp'],
      ['2048.avif', 'image/avif'],
    ] as const) {
      for (const headers of [
        {},
        { accept: 'text/html' },
        { 'accept-encoding': 'gzip, br' },
        { range: 'bytes=0-9' },
      ]) {
        const answer = await get(file, headers)
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'accept-ranges': 'bytes',
        })
        expect(answer.headers['content-encoding']).toBeUndefined()
      }
    }
  })

  test('ranges, HEAD and conditions', async () => {
    const whole = await get('400.webp')
    const size = whole.rawPayload.length
    const etag = String(whole.headers.etag)
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=5-', 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=3-${size * 9}`, 3, size - 1],
    ] as const) {
      const part = await get('400.webp', { range })
      expect([part.statusCode, part.headers['content-range'], part.headers['content-length']], range).toEqual(
        [206, `bytes ${from}-${to}/${size}`, String(to - from + 1)],
      )
      expect(part.rawPayload.equals(whole.rawPayload.subarray(from, to + 1))).toBe(true)
    }
    const outside = await get('400.webp', { range: `bytes=${size}-` })
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${size}`])
    for (const range of ['bytes=9-3', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-'])
      expect((await get('400.webp', { range })).statusCode, range).toBe(200)
    expect((await get('400.webp', { range: 'bytes=0-3', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await get('400.webp', { range: 'bytes=0-3', 'if-range': etag })).statusCode).toBe(206)
    expect((await get('400.webp', { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304)
    const headOnly = await get('400.webp', {}, 'HEAD')
    expect([headOnly.statusCode, headOnly.headers['content-length'], headOnly.rawPayload.length]).toEqual([
      200,
      String(size),
      0,
    ])
  })

  test('A5 D10 E3 nothing but the fixed files of a key: everything else is not there', async () => {
    writeFileSync(join(it.dataDir, 'canary'), 'CANARY')
    const key = media.base?.split('/')[2] ?? ''
    expect(isKey(key)).toBe(true)
    const paths = [
      ...['800.webp', '400.png', '400', '.webp', '400.webp.', 'video.mp4', 'original.jpg', '400.WEBP'].map(
        (file) => `${media.base}/${file}`,
      ),
      ...[
        '',
        '/',
        '/..',
        '/%2e%2e/%2e%2e/canary',
        '/..%2f..%2f..%2fcanary',
        '/..%5c..%5ccanary',
        '/400.webp%00',
        '/%00',
        '/400.webp/x',
      ].map((tail) => `${media.base}${tail}`),
      ...[
        '/media',
        '/media/',
        `/media/${newKey()}/400.webp`,
        `/media/${key.toUpperCase()}/400.webp`,
        '/media/../canary',
        '/media/%2e%2e%2fcanary/400.webp',
      ],
      `/media/${key.slice(0, 2)}/${key}/400.webp`,
      `/media/${'a'.repeat(190)}/400.webp`,
    ]
    for (const path of paths) {
      const answer = await it.app.inject({ url: path })
      expect(answer.statusCode, path).toBe(404)
      expect(answer.body, path).not.toContain('CANARY')
    }
    const plain = await get('400.webp')
    const resized = await get('400.webp?w=9000&format=png')
    expect(resized.rawPayload.equals(plain.rawPayload)).toBe(true)
  })

  test('keys have at least 128 random bits', () => {
    const keys = new Set(Array.from({ length: 10_000 }, newKey))
    expect(keys.size).toBe(10_000)
    for (const key of keys) expect(isKey(key)).toBe(true)
    const letters = new Set([...keys].join(''))
    expect(letters.size ** 26).toBeGreaterThanOrEqual(2 ** 128)
  })

  test.skipIf(!hasRealPhotos)(
    'D8 a HEIC with its place, served without (skipped where the folder of real photos is absent)',
    async () => {
      const original = readFileSync(join(REAL_PHOTOS, 'IMG_2682.heic'))
      const { id } = await upload(original, { filetype: '', filename: 'IMG_2682.HEIC' })
      const heic = await settled(id)
      expect(heic).toMatchObject({ status: 'ready', width: 2048, height: 1536 })
      for (const file of MEDIA_FILES.filter((name) => name !== 'video.mp4')) {
        const { rawPayload } = await get(`${heic.base}/${file}`)
        expect(rawPayload.toString('latin1'), file).not.toMatch(FOREIGN)
      }
    },
    60_000,
  )
})

describe('belonging to a post', () => {
  const item = async (by: TestPerson) => {
    const { id } = await upload(photo, { by })
    await settled(id, by)
    return id
  }
  const attach = (by: TestPerson, ...ids: string[]) =>
    it.db.transaction().execute((tx) => attachMedia(tx, by.user_id, ids))

  test('A6 once and by its owner: of two at the same time exactly one gets it', async () => {
    const [first, second, third] = [await item(ada), await item(ada), await item(ada)]
    await expect(attach(ben, first)).rejects.toMatchObject({ code: 'MEDIA_NOT_FOUND' })
    await expect(attach(ada, first, uuid())).rejects.toMatchObject({ code: 'MEDIA_NOT_FOUND' })
    const rows = await attach(ada, second, first)
    expect(rows.map((row) => row.id)).toEqual([second, first])
    await expect(attach(ada, first)).rejects.toMatchObject({ code: 'MEDIA_TAKEN' })
    expect(codeOf(await remove(`/api/uploads/${first}`))).toBe('MEDIA_TAKEN')
    const race = await Promise.allSettled(Array.from({ length: 8 }, () => attach(ada, third)))
    expect(race.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of race)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'MEDIA_TAKEN' })
  })

  test('a photo must be ready, a video may be in the making, a failed file is refused', async () => {
    const row = async (values: { type: 'image' | 'video'; status: 'processing' | 'failed' }) => {
      const id = uuid()
      const failure = values.status === 'failed' ? 'It is damaged.' : null
      await it.db
        .insertInto('media')
        .values({ id, owner_id: ada.user_id, key: newKey(), bytes: 9, failure, ...values })
        .execute()
      return id
    }
    await expect(attach(ada, await row({ type: 'image', status: 'processing' }))).rejects.toMatchObject({
      code: 'MEDIA_NOT_READY',
    })
    await expect(attach(ada, await row({ type: 'video', status: 'failed' }))).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      message: 'It is damaged.',
    })
    expect(await attach(ada, await row({ type: 'video', status: 'processing' }))).toHaveLength(1)
    const begun = await begin(1000)
    await expect(attach(ada, idOf(begun.headers.location))).rejects.toMatchObject({ code: 'MEDIA_NOT_READY' })
    expect(await attach(ada)).toEqual([])
  })

  test('SQL and the mapper say the same of every kind of row', async () => {
    const rows = await it.db.selectFrom('media').select('id').select(mediaJson('media').as('media')).execute()
    expect(rows.length).toBeGreaterThan(10)
    for (const { id, media } of rows) expect(media).toEqual(toMedia((await findMedia(it.db, id))!))
  })
})

describe('the collector', () => {
  const keysOnDisk = (on: TestApp) =>
    readdirSync(join(on.dataDir, 'media')).flatMap((shard) => readdirSync(join(on.dataDir, 'media', shard)))

  test('R18 what no post took is marked, waited for, deleted with its files; what was taken stays', async () => {
    const tidy = await testApp({ media: { ...FIGURES, abandonedAfter: 0, unwantedFor: 1 } })
    onTestFinished(tidy.close)
    const { fay } = await people(tidy, 'fay')
    // Other uploads would be swept as abandoned here while they go on: sent in one piece.
    const made = async () => {
      const { id } = await upload(photo, { by: fay, on: tidy })
      return settled(id, fay, tidy)
    }
    const [kept, late, lost] = [await made(), await made(), await made()]
    const posted = async (id: string) => {
      await tidy.db.transaction().execute(async (tx) => {
        const post_id = uuid()
        await attachMedia(tx, fay.user_id, [id])
        await tx
          .insertInto('posts')
          .values({
            id: post_id,
            user_id: fay.user_id,
            spot_id: null,
            kind: 'media',
            title: 'x',
            content: null,
          })
          .execute()
        await tx.insertInto('post_media').values({ post_id, media_index: 0, media_id: id }).execute()
      })
    }
    await posted(kept.id)
    const sweep = async () => {
      const { openMedia } = await import('./index.ts')
      const again = await openMedia({
        db: tidy.db,
        jobs: tidy.jobs,
        log: tidy.app.log,
        dataDir: tidy.dataDir,
        videoEncoder: null,
        figures: { ...FIGURES, abandonedAfter: 0, unwantedFor: 1 },
      })
      onTestFinished(() => again.close())
      return again.sweep
    }
    const round = await sweep()
    await round()
    expect(
      await tidy.db.selectFrom('media').select('id').where('unwanted_since', 'is not', null).execute(),
    ).toHaveLength(2)
    await posted(late.id)
    const orphan = newKey()
    mkdirSync(join(tidy.dataDir, 'media', orphan.slice(0, 2), orphan), { recursive: true })
    writeFileSync(join(tidy.dataDir, 'media', orphan.slice(0, 2), orphan, '400.webp'), 'x')
    await round()
    expect(keysOnDisk(tidy)).toContain(orphan)
    await sleep(1_200)
    await round()
    const left = await tidy.db.selectFrom('media').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual([kept.id, late.id].sort())
    expect(keysOnDisk(tidy).sort()).toEqual([kept, late].map(({ base }) => base?.split('/')[2]).sort())
    expect((await statusOf(lost.id, fay, tidy)) as unknown).toMatchObject({ code: 'MEDIA_NOT_FOUND' })
    // A post that goes gives its files up too.
    await tidy.db
      .deleteFrom('posts')
      .where('id', 'in', (eb) =>
        eb.selectFrom('post_media').select('post_id').where('media_id', '=', late.id),
      )
      .execute()
    await round()
    await sleep(1_200)
    await round()
    expect(keysOnDisk(tidy)).toEqual([kept.base?.split('/')[2]])
  }, 60_000)

  test('R1 abandoned uploads, files without a row and a whole upload nobody settled', async () => {
    const quick = await testApp({ media: { ...FIGURES, abandonedAfter: 1 } })
    onTestFinished(quick.close)
    const { gil } = await people(quick, 'gil')
    for (let i = 0; i < 20; i += 1) {
      const begun = await begin(photo.length, { by: gil, on: quick })
      await patch(String(begun.headers.location), 0, photo.subarray(0, 100), gil, quick)
    }
    await sleep(1_200)
    const begun = await begin(photo.length, { by: gil, on: quick })
    const whole = idOf(begun.headers.location)
    writeFileSync(join(quick.dataDir, 'uploads', whole), photo)
    const stray = join(quick.dataDir, 'uploads', uuid())
    writeFileSync(stray, 'x')
    utimesSync(stray, new Date(0), new Date(0))
    const { openMedia } = await import('./index.ts')
    const again = await openMedia({
      db: quick.db,
      jobs: quick.jobs,
      log: quick.app.log,
      dataDir: quick.dataDir,
      videoEncoder: null,
      figures: { abandonedAfter: 1 },
    })
    onTestFinished(() => again.close())
    await again.sweep()
    expect((await settled(whole, gil, quick)).status).toBe('ready')
    expect(readdirSync(join(quick.dataDir, 'uploads'))).toEqual([])
    expect(await quick.db.selectFrom('media').select('id').execute()).toEqual([{ id: whole }])
  }, 60_000)
})

const mayMount = (() => {
  try {
    const folder = execFileSync('mktemp', ['-d']).toString().trim()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  }
})()

test.skipIf(!mayMount)(
  'R6 a full disk: said as what it is, nothing half-made, and it frees by itself (skipped where nothing may be mounted)',
  async () => {
    const small = await testApp({ media: FIGURES })
    onTestFinished(small.close)
    const { hal } = await people(small, 'hal')
    const folder = join(small.dataDir, 'uploads')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    const bytes = Buffer.concat([photo, Buffer.alloc(2 * MB)])
    const begun = await begin(bytes.length, { by: hal, on: small })
    const location = String(begun.headers.location)
    const full = await patch(location, 0, bytes, hal, small)
    expect([full.statusCode, codeOf(full)]).toEqual([507, 'STORAGE_FULL'])
    const other = await begin(1000, { by: hal, on: small })
    if (other.statusCode !== 201) {
      expect(codeOf(other)).toBe('STORAGE_FULL')
      expect(await small.db.selectFrom('media').select('id').execute()).toHaveLength(1)
    }
    execFileSync('mount', ['-o', 'remount,size=8m', folder])
    const state = await small.app.inject({
      method: 'HEAD',
      url: location,
      headers: { ...TUS, ...hal.bearer },
    })
    const offset = Number(state.headers['upload-offset'])
    expect((await patch(location, offset, bytes.subarray(offset), hal, small)).statusCode).toBe(204)
    expect((await settled(idOf(location), hal, small)).status).toBe('ready')
  },
)
