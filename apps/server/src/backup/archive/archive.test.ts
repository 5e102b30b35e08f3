import { execFile } from 'node:child_process'
import { chmodSync, existsSync, linkSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPhotos,
  addRows,
  deletePhoto,
  digestOfPhotos,
  digestOfRows,
} from '../../../test/makers/drill-data.ts'
import { PROGRAM_ENV } from '../../../test/world/program-env.ts'
import { programFile } from '../../../test/world/program-file.ts'
import { startDatabase } from '../../db/start-database.ts'
import { Snapshot } from '../../db/copy-rows.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { diskStorage } from '../../platform/files/index.ts'
import { connectAdmin, selectLogState } from './archive.queries.ts'
import { readTime, restoreAt } from '../restore-at.ts'
import { verify } from '../verify.ts'
import { Archiver, type ArchiverDeps } from './archiver.ts'
import { archiveFolder, baseFolder, listLines, walFolder } from './archive-layout.ts'
import { readArchiveState, readVerified } from './archive-state.ts'
import { listStoredFiles } from './stored-file.ts'

const MAIN = programFile('apps/server/src/backup/main.ts')
const logged: unknown[] = []
const log = pino(
  { level: 'info', base: null, timestamp: false },
  { write: (line) => logged.push(JSON.parse(line)) },
)
const folder = mkdtempSync(join(tmpdir(), 'nollie-archive-'))
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')
const archive = archiveFolder(dataDir)
const place = { dataDir, storage: diskStorage(dataDir) }
const RETENTION = { days: 7, maxBytes: 1024 ** 3 }

type Up = { db: Db; url: string; adminUrl: string; archiver: Archiver; stop: () => Promise<void> }
let up: Up

/** Starts the database with an archiver whose rounds are triggered by the test. */
async function start(schedule: ArchiverDeps['schedule'] = {}, retention = RETENTION): Promise<Up> {
  const { url, adminUrl, stop } = await startDatabase({ databaseUrl: null, dataDir }, log)
  const db = openDatabase(url, { max: 4 })
  const archiver = new Archiver({
    dataDir,
    adminUrl: adminUrl ?? '',
    db,
    log,
    retention,
    schedule: { minFreeBytes: 0, sweepEverySeconds: 0, ...schedule },
  })
  return {
    db,
    url,
    adminUrl: adminUrl ?? '',
    archiver,
    stop: async () => {
      await archiver.stop()
      await db.destroy()
      await stop()
    },
  }
}

/** Runs a command as npm does; returns its exit code and output. */
function command(...args: string[]) {
  return promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...PROGRAM_ENV, DATA_DIR: dataDir, TMPDIR: folder },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}

/** Restores to a point in time as the command does, without starting a process. */
async function restored(at: string) {
  return restoreAt(place, readTime(at))
}

async function only() {
  const lines = await listLines(archive)
  return lines.at(-1) ?? ''
}

const moments: { at: string; rows: string; photos: string; keys: string[] }[] = []

async function remember(keys: string[]) {
  await sleep(20)
  const at = new Date().toISOString()
  moments.push({ at, rows: await digestOfRows(up.url), photos: digestOfPhotos(dataDir, keys), keys })
  await sleep(20)
}

let keys: string[] = []
beforeAll(async () => {
  up = await start()
  keys = await addPhotos(up.db, dataDir, 4, 20_000)
  await up.archiver.round()
  await addRows(up.db, 2_000_000)
  await remember(keys)
  await up.archiver.round()
  await deletePhoto(up.db, dataDir, keys[0] ?? '')
  const more = await addPhotos(up.db, dataDir, 2, 20_000)
  keys = [...keys.slice(1), ...more]
  await addRows(up.db, 20_000_000)
  await remember(keys)
  await up.archiver.round()
  await addRows(up.db, 1_000)
})
afterAll(async () => {
  await up.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the archive has a base, WAL without gaps, and links; the database removes archived WAL', async () => {
  const state = await readArchiveState(dataDir)
  expect(state).toMatchObject({ error: null, from: expect.any(String), until: expect.any(String) })
  expect((await listStoredFiles(walFolder(archive, await only()))).length).toBeGreaterThan(1)
  const admin = await connectAdmin(up.adminUrl)
  const { slots, flushed, segments } = await selectLogState(admin)
  await admin.end()
  expect(slots.map(({ line, isLost }) => ({ line, isLost }))).toEqual([{ line: await only(), isLost: false }])
  expect(flushed - (slots[0]?.restart ?? 0n)).toBeLessThan(BigInt(segments.bytes))
  const { rows } = { rows: readdirSync(join(archive, 'media'), { recursive: true }).map(String) }
  expect(rows.filter((name) => name.endsWith('1024.webp')).length).toBe(6)
})

test('logs one sentence about the backup, without fields', () => {
  const backups = logged.filter((line) => JSON.stringify(line).includes('backed up'))
  const msg = expect.stringMatching(
    /^backed up the database \(\d+ MB\); it can be restored to any time from now on$/,
  )
  expect(backups).toEqual([{ level: 30, msg }])
})

test('verifies next to a running server, which refuses a restore', async () => {
  const { code, output } = await command('verify')
  const snapshot = await Snapshot.take(up.url)
  const tables = snapshot.facts.tables.length
  await snapshot.close()
  // The same format as the output of `npm run backup`.
  expect(output).toMatch(
    new RegExp(
      `^The backup is valid: \\d+ rows of ${tables} tables and \\d+ photos .* internal tables \\(\\d+\\)`,
    ),
  )
  expect(code).toBe(0)
  expect(await readVerified(dataDir)).toMatchObject({ ok: true, kind: 'point in time' })
  expect(await command('restore', '--at', moments[0]?.at ?? '')).toEqual({
    code: 1,
    output: expect.stringContaining('still running'),
  })
  expect(readdirSync(folder)).toEqual(['data'])
})

test("restores a stopped server's rows and photos to any moment, even after the last round", async () => {
  const last = { at: new Date().toISOString(), rows: await digestOfRows(up.url) }
  await up.stop()
  expect((await command('restore', '--at', moments[0]?.at ?? '')).output).toContain(
    '4 photos and videos from',
  )
  up = await start()
  expect(await digestOfRows(up.url)).toBe(moments[0]?.rows)
  expect(digestOfPhotos(dataDir, moments[0]?.keys ?? [])).toBe(moments[0]?.photos)
  await up.stop()
  // If the archive is on a different disk, the links are copies, which can be damaged separately.
  const file = join('media', keys[0]?.slice(0, 2) ?? '', keys[0] ?? '', '400.webp')
  const copied = join(archive, file)
  rmSync(copied)
  writeFileSync(copied, 'cut off')
  // Nothing changed after this moment, and the last round was earlier.
  expect(await restored(last.at)).toContain(last.at)
  rmSync(copied)
  linkSync(join(dataDir, file), copied)
  up = await start()
  expect(await digestOfRows(up.url)).toBe(last.rows)
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
})

test('the restored database starts a new line, and the earlier one can still be restored', async () => {
  const before = await only()
  await up.archiver.round()
  expect(await only()).not.toBe(before)
  await addRows(up.db, 1_000)
  await sleep(20)
  const at = new Date().toISOString()
  const rows = await digestOfRows(up.url)
  await sleep(20)
  await addRows(up.db, 1_000)
  await up.archiver.round()
  await up.stop()
  for (const wanted of [{ at, rows }, moments[1]]) {
    await restored(wanted?.at ?? '')
    up = await start()
    expect(await digestOfRows(up.url)).toBe(wanted?.rows)
    await up.stop()
  }
  await expect(restored('2020-01-01T10:00')).rejects.toThrow('reaches back to')
  await expect(restored('2999-01-01T10:00')).rejects.toThrow('is in the future')
  await expect(restored('yesterday')).rejects.toThrow('is not a valid time')
  up = await start()
})

test('gives up WAL that could not be archived in time, and starts a new line with a new base', async () => {
  await up.archiver.round()
  const line = await only()
  const admin = await connectAdmin(up.adminUrl)
  await admin.query('select pg_drop_replication_slot($1)', [line])
  await admin.end()
  await up.archiver.round()
  expect(await only()).not.toBe(line)
  expect((await listStoredFiles(baseFolder(archive, await only()))).length).toBe(2)
})

test('a full disk stops the archive but not the database, and is reported', async () => {
  await up.stop()
  up = await start({ minFreeBytes: Number.MAX_SAFE_INTEGER })
  await up.archiver.round()
  expect((await readArchiveState(dataDir))?.error).toContain('MB left')
  const admin = await connectAdmin(up.adminUrl)
  expect((await selectLogState(admin)).slots).toEqual([])
  await admin.end()
  await addRows(up.db, 1_000)
})

test('removes backups beyond the retention period or the size limit, except the newest base', async () => {
  await up.stop()
  up = await start({ baseEverySeconds: 0 })
  await up.archiver.round()
  await up.archiver.round()
  const line = await only()
  expect((await listStoredFiles(baseFolder(archive, line))).length).toBe(4)
  await up.stop()
  // A file left by a writer that was killed after writing the base and before writing its list.
  writeFileSync(join(baseFolder(archive, line), `20260101000000000.${'a'.repeat(64)}.tar.zst`), 'half')
  up = await start({ baseEverySeconds: 86_400 }, { days: 7, maxBytes: 1 })
  await up.archiver.round()
  expect(await listLines(archive)).toEqual([line])
  expect((await listStoredFiles(baseFolder(archive, line))).length).toBe(2)
  expect(await verify(place, { at: null }, log)).toContain('The backup is valid')
  // Links without a row are deleted when the retention period ends.
  const gone = moments[0]?.keys[0] ?? ''
  const linked = join(archive, 'media', gone.slice(0, 2), gone)
  await up.db.deleteFrom('media').where('key', '=', gone).execute()
  await up.archiver.round()
  expect(existsSync(linked)).toBe(true)
  await up.stop()
  up = await start({}, { days: 0, maxBytes: 1024 ** 3 })
  await sleep(10)
  await up.archiver.round()
  expect(existsSync(linked)).toBe(false)
})
