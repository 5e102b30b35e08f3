import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { Archiver } from '../../../apps/server/src/backup/archive/archiver.ts'
import {
  archiveFolder,
  baseFolder,
  listLines,
  walFolder,
} from '../../../apps/server/src/backup/archive/archive-layout.ts'
import { listStoredFiles } from '../../../apps/server/src/backup/archive/stored-file.ts'
import { startDatabase } from '../../../apps/server/src/db/start-database.ts'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import {
  addPhotos,
  addRows,
  deletePhoto,
  digestOfPhotos,
  digestOfRows,
} from '../../../apps/server/test/makers/drill-data.ts'
import { PROGRAM_ENV } from '../../../apps/server/test/world/program-env.ts'
import { programFile } from '../../../apps/server/test/world/program-file.ts'
import { report, seeded } from './lib/report.ts'

// Proof 12, restore drill: a database and media of 1 GB (or `--mb N`) are restored from both kinds of backup and
// compared row by row and file by file. Then single bits are flipped at seeded places (`--seed N`), and damaged backups
// must be refused. Seen to fail by: `requireWhole` of stored-file.ts returning immediately (damaged backups are
// restored), and `bringBack` of media-links.ts returning immediately (photos deleted since are missing).

const args = process.argv.slice(2)
const isShort = args.includes('--short')

function option(name: string, otherwise: number) {
  return args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise
}

const MB = 1024 ** 2
const bytes = option('--mb', isShort ? 8 : 1024) * MB
const runs = option('--runs', isShort ? 2 : 20)
const flips = option('--flips', isShort ? 6 : 20)
const seed = option('--seed', 20261122)
const random = seeded(seed)

const MAIN = programFile('apps/server/src/backup/main.ts')
const folder = await mkdtemp(join(tmpdir(), 'nollie-drill-'))
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')
const file = join(folder, 'whole.zip')
const log = pino({ level: 'error' })

type Moment = { at: string; rows: string; photos: string; keys: string[] }
type Outcome = { code: number; output: string }

function command(to: string, ...given: string[]): Promise<Outcome> {
  return promisify(execFile)(process.execPath, [MAIN, ...given], {
    env: { ...PROGRAM_ENV, DATA_DIR: to, TMPDIR: folder },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}

async function withDatabase<T>(
  to: string,
  work: (db: ReturnType<typeof openDatabase>, url: string, adminUrl: string) => Promise<T>,
) {
  const { url, adminUrl, stop } = await startDatabase({ databaseUrl: null, dataDir: to }, log, {
    steps: null,
  })
  const db = openDatabase(url, { max: 4, statementTimeoutMs: 0 })
  try {
    return await work(db, url, adminUrl ?? '')
  } finally {
    await db.destroy()
    await stop()
  }
}

/** Creates two moments with a base, WAL, and deleted photos between them, and a single-file backup at the second. */
async function makeBackups(): Promise<[Moment, Moment]> {
  const made = await startDatabase({ databaseUrl: null, dataDir }, log)
  await made.stop()
  return withDatabase(dataDir, async (db, url, adminUrl) => {
    const retention = { days: 7, maxBytes: 1024 * 1024 * MB }
    const archiver = new Archiver({ dataDir, adminUrl, db, log, retention, schedule: { minFreeBytes: 0 } })
    const moment = async (keys: string[]): Promise<Moment> => {
      await sleep(20)
      const at = new Date().toISOString()
      await sleep(20)
      return { at, rows: await digestOfRows(url), photos: digestOfPhotos(dataDir, keys), keys }
    }
    const photo = Math.max(20_000, Math.round(bytes / 1000))
    const count = Math.round((bytes * 0.35) / photo)
    const first = await addPhotos(db, dataDir, count, photo)
    await addRows(db, bytes * 0.15)
    await archiver.round()
    await addRows(db, bytes * 0.05)
    const before = await moment(first)
    for (const key of first.slice(0, 5)) await deletePhoto(db, dataDir, key)
    const second = [...first.slice(5), ...(await addPhotos(db, dataDir, count, photo))]
    await addRows(db, bytes * 0.1)
    const after = await moment(second)
    await archiver.round()
    const { code, output } = await command(dataDir, 'backup', file)
    if (code !== 0) throw new Error(output)
    await addRows(db, 1000)
    await archiver.stop()
    return [before, after]
  })
}

async function isAsThen(to: string, { rows, photos, keys }: Moment): Promise<boolean> {
  return (
    (await withDatabase(to, (_db, url) => digestOfRows(url))) === rows && digestOfPhotos(to, keys) === photos
  )
}

const elsewhere = join(folder, 'elsewhere')

async function restoreFrom(kind: 'moment' | 'file', moment: Moment): Promise<Outcome & { to: string }> {
  if (kind === 'moment') return { ...(await command(dataDir, 'restore', '--at', moment.at)), to: dataDir }
  rmSync(elsewhere, { recursive: true, force: true })
  return { ...(await command(elsewhere, 'restore', file)), to: elsewhere }
}

/** Flips one bit in a file. */
async function flip(path: string, at: number, bit: number): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    byte.writeUInt8(byte.readUInt8(0) ^ (1 << bit))
    await handle.write(byte, 0, 1, at)
  } finally {
    await handle.close()
  }
}

/** Lists the files, of every kind, that restoring the second moment needs. */
async function damageable({ keys }: Moment): Promise<string[][]> {
  const archive = archiveFolder(dataDir)
  const line = (await listLines(archive))[0] ?? ''
  const bases = await listStoredFiles(baseFolder(archive, line))
  const wal = await listStoredFiles(walFolder(archive, line))
  // WAL from before the base isn't needed. The base starts no earlier than its round's second-to-last segment.
  const media = keys.map((key) => join(archive, 'media', key.slice(0, 2), key))
  return [
    bases.filter(({ extension }) => extension === 'tar.zst').map(({ path }) => path),
    bases.filter(({ extension }) => extension === 'json').map(({ path }) => path),
    wal.slice(-2).map(({ path }) => path),
    media.map((one) => join(one, '1024.webp')),
    media.map((one) => join(one, readdirSync(one).find((name) => name.startsWith('sums')) ?? '')),
    [file],
  ]
}

try {
  console.log(`${bytes / MB} MB of database and media, seed ${seed}`)
  const [before, after] = await makeBackups()
  let equal = 0
  let slowest = 0
  for (let run = 0; run < runs; run++) {
    const kind = run % 2 === 0 ? 'moment' : 'file'
    const moment = kind === 'file' || run % 4 === 2 ? after : before
    const begun = Date.now()
    const { code, output, to } = await restoreFrom(kind, moment)
    slowest = Math.max(slowest, Date.now() - begun)
    if (code === 0 && (await isAsThen(to, moment))) equal += 1
    else console.log(`  ${kind} ${moment.at}: ${output}`)
  }
  report({
    what: 'restored from a moment and from one file, equal by hash',
    figure: `${equal} of ${runs}`,
    goal: `${runs} of ${runs}`,
    isMet: equal === runs,
  })
  console.log(`  the slowest restore took ${(slowest / 1000).toFixed(1)} s`)
  const kinds = await damageable(after)
  let refused = 0
  for (let run = 0; run < flips; run++) {
    const paths = kinds[run % kinds.length] ?? []
    const path = paths[random(paths.length)] ?? ''
    const place = { at: random(statSync(path).size), bit: random(8) }
    await flip(path, place.at, place.bit)
    const { code, output } = await restoreFrom(path === file ? 'file' : 'moment', after)
    await flip(path, place.at, place.bit)
    if (code === 1 && output.startsWith('The backup is damaged and was not restored')) refused += 1
    else console.log(`  not refused: bit ${place.bit} of byte ${place.at} of ${path}: ${output}`)
  }
  report({
    what: 'refused with one bit changed in base, list, log, photo or file',
    figure: `${refused} of ${flips}`,
    goal: `${flips} of ${flips}`,
    isMet: refused === flips,
  })
  const { code, output } = await command(dataDir, 'restore', '--at', after.at)
  const isWhole = code === 0 && (await isAsThen(dataDir, after))
  report({ what: 'whole again after that', figure: isWhole ? 'yes' : output, goal: 'yes', isMet: isWhole })
} finally {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
