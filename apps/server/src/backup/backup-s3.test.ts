import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Actor, actor } from '../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { emptyDatabase } from '../../test/world/database.ts'
import { phonePhoto } from '../../test/makers/media-files.ts'
import { PROGRAM_ENV } from '../../test/world/program-env.ts'
import { programFile } from '../../test/world/program-file.ts'
import { QUICK, testS3 } from '../../test/services/s3.ts'
import { keysIn } from '../../test/world/stored-keys.ts'
import { getUploadId, uploader } from '../../test/actors/uploads.ts'
import { AREAS, diskStorage, s3Storage, type Storage } from '../platform/files/index.ts'
import { openBackup } from './checked-backup.ts'

const MAIN = programFile('apps/server/src/backup/main.ts')

let s3: Awaited<ReturnType<typeof testS3>>
let other: Awaited<ReturnType<typeof testS3>>
let app: TestApp
let ada: Actor
const folder = mkdtempSync(join(tmpdir(), 'nollie-backup-s3-'))

function at(name: string) {
  return join(folder, name)
}

beforeAll(async () => {
  ;[s3, other] = [await testS3(), await testS3()]
  app = await testApp({ storage: s3Storage(s3.settings, QUICK), media: { sweepEvery: 3600 } })
  ada = await actor(app, 'ada')
  await uploader(app, ada).media(await phonePhoto({ width: 640, height: 480 }))
  const half = getUploadId(await uploader(app, ada).begin(1000))
  await uploader(app, ada).send(half, 0, Buffer.alloc(500))
  // The photo's own upload is deleted shortly after it's ready.
  while ((await keysIn(app.storage.area('uploads'))).length > 1) await sleep(50)
})
afterEach(() => other.fail())
afterAll(async () => {
  await app.close()
  await s3.close()
  await other.close()
  rmSync(folder, { recursive: true, force: true })
})

function command(name: 'backup' | 'restore', env: Record<string, string>) {
  return promisify(execFile)(process.execPath, [MAIN, name, at('whole.zip')], {
    env: { ...PROGRAM_ENV, ...env },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}

/** Lists the name and size of every file in a storage. */
async function listFiles(storage: Storage) {
  const found: Record<string, number | undefined> = {}
  for (const area of AREAS)
    for (const key of await keysIn(storage.area(area)))
      for (const name of await storage.area(area).files(key))
        found[`${area}/${name}`] = (await storage.area(area).stat(name))?.size
  return found
}

test("R19 a backup contains the bucket's files, and can be restored to another bucket or to a disk", async () => {
  const files = await listFiles(app.storage)
  expect(Object.keys(files)).toHaveLength(7)
  const made = await command('backup', { ...s3.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  expect(made).toMatch(/^\d+ tables and \d+ files/)

  const first = await emptyDatabase()
  const bucket = { ...other.env, DATABASE_URL: first.url, DATA_DIR: at('one') }
  expect(await command('restore', bucket)).toContain('The restore is complete')
  const restored = s3Storage(other.settings, QUICK)
  expect(await listFiles(restored)).toEqual(files)
  expect(readdirSync(at('one')).filter((name) => AREAS.some((area) => area === name))).toEqual([])
  // A restore never overwrites another installation's files.
  const second = await emptyDatabase()
  const again = { ...other.env, DATABASE_URL: second.url, DATA_DIR: at('two') }
  expect(await command('restore', again)).toContain('to an empty storage')
  expect(await listFiles(restored)).toEqual(files)

  const disk = { DATABASE_URL: second.url, DATA_DIR: at('three') }
  expect(await command('restore', disk)).toContain('The restore is complete')
  expect(await listFiles(diskStorage(at('three')))).toEqual(files)
  const { manifest, close } = await openBackup(at('whole.zip')).then((one) => ({
    manifest: one.manifest,
    close: () => one.close(),
  }))
  expect(Object.keys(manifest.entries).filter((name) => name.startsWith('files/media/'))).toHaveLength(6)
  close()
  for (const key of await keysIn(restored.area('media'))) await restored.area('media').removeKey(key)
  for (const key of await keysIn(restored.area('uploads'))) await restored.area('uploads').removeKey(key)
  await first.close()
  await second.close()
})

test('R19 a failed restore into a bucket leaves no files, and no folder that a server would start from', async () => {
  const empty = await emptyDatabase()
  let stored = 0
  other.fail(({ method }) => (method === 'PUT' && ++stored > 3 ? 503 : null))
  const output = await command('restore', { ...other.env, DATABASE_URL: empty.url, DATA_DIR: at('four') })
  expect(output).toContain('S3 store failed to store')
  other.fail()
  expect(await listFiles(s3Storage(other.settings, QUICK))).toEqual({})
  expect(existsSync(at('four')) ? readdirSync(at('four')) : []).toEqual([])
  await empty.close()
})
