import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysIn } from '../../../test/world/stored-keys.ts'
import { QUICK, testS3 } from '../../../test/services/s3.ts'
import { findSwift, startSwift } from '../../../test/services/swift.ts'
import { whyMissing } from '../../../test/world/programs.ts'
import { diskStorage, FallbackStore, type FileStore, s3Storage } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-files-'))
const program = findSwift()
let s3: Awaited<ReturnType<typeof testS3>>
type Swift = Awaited<ReturnType<typeof startSwift>>
let swift: Swift | undefined
beforeAll(async () => {
  s3 = await testS3()
  if (program) swift = await startSwift(program)
}, 600_000)
afterAll(async () => {
  await s3.close()
  await swift?.close()
  rmSync(folder, { recursive: true, force: true })
})

const key = 'abcdefgh234567'

async function text(store: FileStore, name: string, range?: { start: number; end: number }) {
  return (await buffer(await store.read(name, range))).toString()
}

const STORES: Record<string, () => FileStore> = {
  disk: () => diskStorage(join(folder, 'one')).area('media'),
  S3: () => s3Storage(s3.settings, QUICK).area('media'),
  // This is the only store here that verifies signatures.
  ...(program && { 'OpenStack Swift': () => s3Storage((swift as Swift).settings).area('media') }),
  'S3, with files left on disk': () =>
    new FallbackStore(
      s3Storage(s3.settings, QUICK).area('uploads'),
      diskStorage(join(folder, 'two')).area('uploads'),
    ),
}

test.skipIf(!program)(`OpenStack Swift checks signatures${whyMissing('Swift', program)}`, async () => {
  const { settings } = swift as Swift
  await s3Storage(settings, QUICK).area('media').check()
  const stranger = s3Storage({ ...settings, secretAccessKey: 'another-secret' }, QUICK).area('media')
  await expect(stranger.check()).rejects.toThrow(/signature/i)
})

describe.each(Object.entries(STORES))('%s', (_name, open) => {
  let store: FileStore
  beforeAll(() => {
    store = open()
  })

  test('returns a file completely and in parts', async () => {
    await store.check()
    expect(await store.put(`${key}/400.webp`, Buffer.from('0123456789'))).toBe(10)
    expect(await text(store, `${key}/400.webp`)).toBe('0123456789')
    expect(await text(store, `${key}/400.webp`, { start: 2, end: 4 })).toBe('234')
    expect(await text(store, `${key}/400.webp`, { start: 9, end: 9 })).toBe('9')
    expect(await store.stat(`${key}/400.webp`)).toMatchObject({ size: 10, modified: expect.any(Date) })
  })

  test('returns a large local file unchanged, including parts from the middle', async () => {
    const bytes = randomBytes(3_300_000)
    const path = join(folder, 'large')
    writeFileSync(path, bytes)
    expect(await store.put(`${key}/video.mp4`, { path })).toBe(bytes.length)
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    expect(hash(await buffer(await store.read(`${key}/video.mp4`)))).toBe(hash(bytes))
    const range = { start: 1_048_570, end: 2_200_000 }
    const part = await buffer(await store.read(`${key}/video.mp4`, range))
    expect(hash(part)).toBe(hash(bytes.subarray(range.start, range.end + 1)))
  })

  test('supports empty files; a missing file has its own error', async () => {
    await store.put(`${key}/empty`, Buffer.alloc(0))
    expect(await store.stat(`${key}/empty`)).toMatchObject({ size: 0 })
    expect(await text(store, `${key}/empty`)).toBe('')
    await store.remove(`${key}/empty`)
    await store.remove(`${key}/empty`)
    expect(await store.stat(`${key}/empty`)).toBeNull()
    await expect(store.read(`${key}/empty`)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a failed write leaves only the old file', async () => {
    await store.put(`${key}/400.avif`, Buffer.from('old'))
    await expect(store.put(`${key}/400.avif`, { path: join(folder, 'missing') })).rejects.toThrow('ENOENT')
    expect(await text(store, `${key}/400.avif`)).toBe('old')
    expect(await store.files(key)).toEqual([`${key}/400.avif`, `${key}/400.webp`, `${key}/video.mp4`])
    await store.put(`${key}/400.avif`, Buffer.from('new'))
    expect(await text(store, `${key}/400.avif`)).toBe('new')
  })

  test('E3 A5 refuses names with path traversal', async () => {
    const names = ['../x', `${key}/../../x`, `${key}/.hidden`, '/etc/passwd', `${key}/a/b`, `${key}\\x/y`]
    for (const name of [...names, `${key}/a\0b`, 'ABCDEFGHIJ/x', `${key}/`, '']) {
      await expect(store.put(name, Buffer.from('x')), name).rejects.toThrow('of this store')
      await expect(store.stat(name), name).rejects.toThrow('of this store')
      await expect(store.read(name), name).rejects.toThrow('of this store')
      await expect(store.remove(name), name).rejects.toThrow('of this store')
    }
    await expect(store.removeKey('../media')).rejects.toThrow('of this store')
  })

  test('lists keys for garbage collection, and removes each with all its files', async () => {
    await store.put('zzzzzzzz234567/400.webp', Buffer.from('x'))
    await store.put('zzzzzzzz234567/400.avif', Buffer.from('x'))
    expect(await keysIn(store)).toEqual([key, 'zzzzzzzz234567'])
    await store.removeKey('zzzzzzzz234567')
    await store.removeKey('zzzzzzzz234567')
    expect(await store.stat('zzzzzzzz234567/400.webp')).toBeNull()
    expect([await keysIn(store), await store.files('zzzzzzzz234567')]).toEqual([[key], []])
    await store.removeKey(key)
    expect(await keysIn(store)).toEqual([])
  })
})

test('during a move, files are found in either store, and deleted from both', async () => {
  const disk = diskStorage(join(folder, 'three')).area('media')
  const bucket = s3Storage(s3.settings, QUICK).area('exports')
  const both = new FallbackStore(bucket, disk)
  await disk.put(`${key}/a`, Buffer.from('on disk'))
  await both.put(`${key}/b`, Buffer.from('in the bucket'))
  expect([await text(both, `${key}/a`), await text(both, `${key}/b`)]).toEqual(['on disk', 'in the bucket'])
  expect([await keysIn(both), await both.files(key)]).toEqual([[key], [`${key}/a`, `${key}/b`]])
  // The file is found on disk, but moved before it's read.
  expect(await both.stat(`${key}/a`)).toMatchObject({ size: 7 })
  await bucket.put(`${key}/a`, Buffer.from('on disk'))
  await disk.remove(`${key}/a`)
  expect(await text(both, `${key}/a`)).toBe('on disk')
  await disk.put(`${key}/c`, Buffer.from('x'))
  await both.removeKey(key)
  expect([await keysIn(both), await disk.files(key), await bucket.files(key)]).toEqual([[], [], []])
})
