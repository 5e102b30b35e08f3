import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from '@nollie/contract'
import { MEDIA_FILES } from '@nollie/contract/media'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { FOREIGN, hasRealPhotos, phonePhoto, REAL_PHOTOS } from '../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../test/actors/people.ts'
import { uploader } from '../../../test/actors/uploads.ts'
import { isKey, newKey } from './file-keys.ts'

let app: TestApp
let ada: TestPerson
let her: ReturnType<typeof uploader>
let photo: Buffer
beforeAll(async () => {
  app = await testApp()
  ;({ ada } = await people(app, 'ada'))
  her = uploader(app, ada)
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterAll(() => app.close())

let media: Media
beforeAll(async () => {
  media = await her.media(photo)
})

function get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.app.inject({
    method,
    url: path.startsWith('/') ? path : `${media.base}/${path}`,
    headers: { ...ada.bearer, ...headers },
  })
}

test('D2 files have a fixed content type, nosniff, and no scripts, and only browsers cache them', async () => {
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
        'cache-control': 'private, max-age=5, stale-while-revalidate=86400',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'accept-ranges': 'bytes',
      })
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  }
})

test('supports ranges, HEAD, and conditions', async () => {
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
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']], range).toEqual([
      206,
      `bytes ${from}-${to}/${size}`,
      String(to - from + 1),
    ])
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

test('A5 D10 E3 only the fixed files of a key exist', async () => {
  writeFileSync(join(app.dataDir, 'canary'), 'CANARY')
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
    '/media',
    '/media/',
    `/media/${newKey()}/400.webp`,
    `/media/${key.toUpperCase()}/400.webp`,
    '/media/../canary',
    '/media/%2e%2e%2fcanary/400.webp',
    `/media/${key.slice(0, 2)}/${key}/400.webp`,
    `/media/${'a'.repeat(190)}/400.webp`,
  ]
  for (const path of paths) {
    const answer = await get(path)
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
  'D8 a HEIC that contains a position is served without it (skipped if the folder of real photos is missing)',
  async () => {
    const original = readFileSync(join(REAL_PHOTOS, 'IMG_2682.heic'))
    const { id } = await her.upload(original, { filetype: '', filename: 'IMG_2682.HEIC' })
    const heic = await her.settled(id)
    expect(heic).toMatchObject({ status: 'ready', width: 2048, height: 1536 })
    for (const file of MEDIA_FILES.filter((name) => name !== 'video.mp4')) {
      const { rawPayload } = await get(`${heic.base}/${file}`)
      expect(rawPayload.toString('latin1'), file).not.toMatch(FOREIGN)
    }
  },
)
