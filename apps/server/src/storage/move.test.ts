import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Actor, actor } from '../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { testDatabase, type TestDatabase } from '../../test/world/database.ts'
import { phonePhoto } from '../../test/makers/media-files.ts'
import { PROGRAM_ENV } from '../../test/world/program-env.ts'
import { programFile } from '../../test/world/program-file.ts'
import { QUICK, testS3 } from '../../test/services/s3.ts'
import { keysIn } from '../../test/world/stored-keys.ts'
import { getUploadId, uploader } from '../../test/actors/uploads.ts'
import { Snapshot } from '../db/copy-rows.ts'
import { AREAS, diskStorage, FallbackStore, s3Storage, type Storage } from '../platform/files/index.ts'
import { moveFiles } from './move.ts'

const MAIN = programFile('apps/server/src/storage/main.ts')

// Two servers of one installation: one was started without a bucket; the other has a bucket and reads from both stores.
let s3: Awaited<ReturnType<typeof testS3>>
let database: TestDatabase
let old: TestApp
let app: TestApp
let disk: Storage
let bucket: Storage
let ada: Actor
let photo: Buffer
beforeAll(async () => {
  s3 = await testS3()
  database = await testDatabase()
  // This server only serves requests, because it wouldn't find the other server's files.
  const role = { serves: true, works: false }
  old = await testApp({ role, media: { sweepEvery: 3600 } }, { ...database, close: async () => {} })
  disk = diskStorage(old.dataDir)
  bucket = s3Storage(s3.settings, QUICK)
  const storage: Storage = {
    ...bucket,
    area: (area) => new FallbackStore(bucket.area(area), disk.area(area)),
  }
  app = await testApp({ storage, media: { sweepEvery: 3600 } }, { ...database, close: async () => {} })
  ada = await actor(old, 'ada')
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterEach(() => s3.fail())
afterAll(async () => {
  await app.close()
  await old.close()
  await database.close()
  await s3.close()
})

async function all(storage: Storage) {
  return (await Promise.all(AREAS.map((area) => keysIn(storage.area(area))))).flat()
}

async function shown(base: string | null) {
  return (await app.app.inject({ url: `${base}/400.webp`, headers: ada.bearer })).rawPayload
}

function move(from: Storage, to: Storage) {
  return moveFiles({ db: old.db, from, to, print: () => {}, pauseMs: 20 })
}

function command(...args: string[]) {
  return promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, ...s3.env, DATABASE_URL: old.databaseUrl, DATA_DIR: old.dataDir, ...extra },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}

let extra: Record<string, string> = {}

/** Creates a photo whose files are all on disk, as if there were no bucket yet, and whose upload is deleted. */
async function photoOnDisk() {
  const media = await uploader(old, ada).media(photo)
  // The upload is deleted shortly after its item is ready.
  const parts = async () => [
    ...(await keysIn(disk.area('uploads'))),
    ...(await keysIn(bucket.area('uploads'))),
  ]
  await expect.poll(parts).toEqual([])
  const unfinished = () =>
    old.db.selectFrom('media').select('id').where('largest_pending', '=', true).execute()
  await expect.poll(unfinished).toEqual([])
  await move(bucket, disk)
  expect((await all(disk)).length).toBeGreaterThan(0)
  return media
}

test('moves files from disk to the bucket and back while servers serve and accept them', async () => {
  const media = await photoOnDisk()
  const begun = getUploadId(await uploader(old, ada).begin(photo.length))
  await uploader(old, ada).send(begun, 0, photo.subarray(0, 1000))
  const before = await shown(media.base)
  const served: boolean[] = []
  const moved = new AbortController()
  const watch = (async () => {
    while (!moved.signal.aborted) served.push((await shown(media.base)).equals(before))
  })()
  const sums = await move(disk, bucket)
  moved.abort()
  await watch
  expect(served.length).toBeGreaterThan(0)
  expect(served).not.toContain(false)
  // There are six images and one upload part.
  expect(sums).toMatchObject({ files: 7 })
  expect([await all(disk), (await all(bucket)).length]).toEqual([[], 2])
  expect((await shown(media.base)).equals(before)).toBe(true)
  // The upload continues in its current location.
  expect((await uploader(app, ada).send(begun, 1000, photo.subarray(1000))).statusCode).toBe(204)
  expect((await uploader(app, ada).settled(begun)).status).toBe('ready')
  expect(await move(disk, bucket)).toEqual({ files: 0, bytes: 0 })

  await move(bucket, disk)
  expect(await all(bucket)).toEqual([])
  expect((await shown(media.base)).equals(before)).toBe(true)
})

test('an interrupted move loses nothing, and can be continued', async () => {
  const media = await photoOnDisk()
  const before = await shown(media.base)
  let stored = 0
  s3.fail(({ method }) => (method === 'PUT' && ++stored > 3 ? 500 : null))
  await expect(move(disk, bucket)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  s3.fail()
  expect((await shown(media.base)).equals(before)).toBe(true)
  await move(disk, bucket)
  expect([await all(disk), (await shown(media.base)).equals(before)]).toEqual([[], true])
  await move(bucket, disk)
})

test('a corrupted copy is rejected, and the original stays', async () => {
  await photoOnDisk()
  const keys = await all(disk)
  // The store returns different content than it received.
  const liar: Storage = {
    ...bucket,
    area: (area) => {
      const store = bucket.area(area)
      return Object.assign(Object.create(store), {
        put: (name: string) => store.put(name, Buffer.from('other')),
        stat: (name: string) => store.stat(name),
        remove: (name: string) => store.remove(name),
        read: (name: string) => store.read(name),
      })
    },
  }
  await expect(move(disk, liar)).rejects.toThrow('was damaged on the way')
  expect(await all(disk)).toEqual(keys)
  // The file doesn't count as moved, either.
  expect(await all(bucket)).toEqual([])
  const [key = ''] = await keysIn(disk.area('media'))
  const [name = ''] = await disk.area('media').files(key)
  await bucket.area('media').put(name, Buffer.from('other'))
  await expect(move(disk, bucket)).rejects.toThrow('different content')
  expect(await disk.area('media').stat(name)).not.toBeNull()
  await bucket.area('media').removeKey(key)
  await move(disk, bucket)
  await move(bucket, disk)
})

test('I3 during a backup no files are moved; the move continues afterwards', async () => {
  await photoOnDisk()
  const keys = await all(disk)
  const snapshot = await Snapshot.take(old.databaseUrl)
  const moving = move(disk, bucket).catch((error: unknown) => ({ error }))
  try {
    await expect.poll(() => all(bucket)).toHaveLength(keys.length)
    expect(await all(disk)).toEqual(keys)
  } finally {
    await snapshot.close()
    expect(await moving).not.toHaveProperty('error')
  }
  expect(await all(disk)).toEqual([])
  await move(bucket, disk)
})

test('the command moves, deletes the empty folders, and refuses moves that would never end', async () => {
  extra = { MEDIA_STORE: 'disk' }
  expect(await command('move', 'disk', 's3')).toContain('Set MEDIA_STORE=s3')
  extra = {}
  expect(await command('move', 's3', 'disk')).toContain('Set MEDIA_STORE=disk')
  expect(await command('move')).toContain('Usage: npm run media')
  extra = { S3_BUCKET: 'other' }
  expect(await command('move', 'disk', 's3')).toContain("Couldn't store files in bucket other")
  extra = {}
  expect(await command('move', 'disk', 's3')).toMatch(/^\d+ files \(\d+\.\d MB\) moved to bucket nollie at /)
  expect(AREAS.filter((area) => existsSync(join(old.dataDir, area)))).toEqual([])
  extra = { MEDIA_STORE: 'disk' }
  expect(await command('move', 's3', 'disk')).toMatch(/Nothing is left in bucket nollie/)
})
