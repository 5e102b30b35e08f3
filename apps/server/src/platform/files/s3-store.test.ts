import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { keysIn } from '../../../test/world/stored-keys.ts'
import { type Failure, IMPATIENT, QUICK, testS3, times } from '../../../test/services/s3.ts'
import { watch } from '../telemetry/index.ts'
import { type FileStore, requireUsable, s3Storage } from './index.ts'

let s3: Awaited<ReturnType<typeof testS3>>
let store: FileStore
beforeAll(async () => {
  s3 = await testS3()
})
beforeEach(() => {
  store = s3Storage(s3.settings, QUICK).area('media')
})
afterEach(() => s3.fail())
afterAll(() => s3.close())

function storeFor(failure: Failure) {
  return s3Storage(s3.settings, failure === 'hangs' ? IMPATIENT : QUICK).area('media')
}

const name = 'abcdefgh234567/400.webp'
const bytes = randomBytes(2_500_000)

function puts(method: string) {
  return method === 'PUT'
}

function gets(method: string) {
  return method === 'GET'
}

const unavailable = { code: 'STORAGE_UNAVAILABLE', isRefusal: false }

test.each([500, 503, 'hangs', 'loses', 'wrong etag'] as const)(
  'R7 if a store %s during a write, hides two failures and reports the third',
  async (failure) => {
    store = storeFor(failure)
    s3.fail(times(2, failure, puts))
    expect(await store.put(name, bytes)).toBe(bytes.length)
    s3.fail()
    expect((await buffer(await store.read(name))).equals(bytes)).toBe(true)
    s3.seen.length = 0
    s3.fail(times(9, failure, puts))
    await expect(store.put(name, Buffer.from('other'))).rejects.toMatchObject(unavailable)
    expect(s3.seen.filter((line) => line.startsWith('PUT'))).toHaveLength(3)
  },
)

test.each([500, 503, 'hangs', 'cuts'] as const)(
  'R7 if a store %s during a read, sends every byte once or fails before the first',
  async (failure) => {
    store = storeFor(failure)
    await store.put(name, bytes)
    let calls = 0
    // Every other request for each part fails.
    s3.fail(({ method }) => (gets(method) && calls++ % 2 === 0 ? failure : null))
    expect((await buffer(await store.read(name))).equals(bytes)).toBe(true)
    expect(calls).toBe(6)
    s3.fail(({ method }) => (gets(method) ? failure : null))
    await expect(store.read(name)).rejects.toMatchObject(unavailable)
  },
)

test('R7 a store that dies in the middle of a file aborts the stream', async () => {
  await store.put(name, bytes)
  s3.fail(({ range }) => (range?.startsWith('bytes=1048576-') ? 500 : null))
  const content = await store.read(name)
  await expect(buffer(content)).rejects.toMatchObject(unavailable)
})

test('also retries failed stat, list, and delete calls', async () => {
  await store.put(name, bytes)
  for (const attempt of [
    // Opens a new store, because the current one has the file's metadata in its cache.
    () => s3Storage(s3.settings, QUICK).area('media').stat(name),
    () => store.files('abcdefgh234567'),
    () => keysIn(store),
    () => store.check(),
    () => store.removeKey('abcdefgh234567'),
  ]) {
    s3.fail(times(2, 503))
    await attempt()
    s3.fail(times(3, 500))
    await expect(attempt()).rejects.toMatchObject(unavailable)
    s3.fail()
  }
  expect(await store.files('abcdefgh234567')).toEqual([])
})

test('does not retry a refusal, and ends the start with one sentence if the key or bucket is wrong', async () => {
  const log = { warn: () => {} }
  for (const wrong of [{ bucket: 'other' }, { accessKeyId: 'WRONG' }]) {
    s3.seen.length = 0
    const storage = s3Storage({ ...s3.settings, ...wrong }, QUICK)
    const refused = await requireUsable(storage, log).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'StartRefused' })
    expect((refused as Error).message).toMatch(/^Couldn't store files in bucket \w+ at .*Check the bucket/)
    expect(s3.seen).toHaveLength(1)
  }
  s3.fail(() => 503)
  await requireUsable(s3Storage(s3.settings, QUICK), log)
})

test('sends files with a content type and caching headers based on their name', async () => {
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  await store.put(name, bytes)
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  expect(await client.send(new GetObjectCommand({ Bucket: bucket, Key: `media/${name}` }))).toMatchObject({
    ContentType: 'image/webp',
    CacheControl: 'public, max-age=31536000, immutable',
  })
  client.destroy()
})

test('metrics and traces contain every attempt, and don’t count a missing file as a failure', async () => {
  const seen: string[] = []
  const stop = watch('work', ({ kind, name: what, outcome }) => void seen.push(`${kind} ${what} ${outcome}`))
  await store.put(name, Buffer.from('bytes'))
  await store.stat('zzzzzzzz234567/none.webp')
  store = storeFor(503)
  s3.fail(times(1, 503, puts))
  await store.put(name, Buffer.from('other'))
  stop()
  const puttings = seen.filter((line) => line.startsWith('storage store'))
  expect(puttings).toEqual(['storage store done', 'storage store failed', 'storage store done'])
  expect(seen).toContain('storage find done')
  expect(seen).not.toContain('storage find failed')
})
