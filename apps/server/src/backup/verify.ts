import { chmodSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '../db/open.ts'
import { startEmbeddedPostgres, type Urls } from '../platform/embedded-postgres/index.ts'
import { diskStorage, type Storage } from '../platform/files/index.ts'
import type { Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { archiveFolder } from './archive/archive-layout.ts'
import { selectReadyKeys } from './archive/media.queries.ts'
import { MediaLinks } from './archive/media-links.ts'
import { chooseBackup, recoverAside } from './archive/recover.ts'
import { writeVerified } from './archive/archive-state.ts'
import { type Checked, checkDatabase, countRows } from './invariants.queries.ts'
import { buildRowsPath } from './manifest.ts'
import { openBackup } from './checked-backup.ts'
import { restoreFile } from './restore-from-file.ts'

/** What to verify: a backup file, or a point in time in the archive (null: the newest). */
export type Subject = { file: string } | { at: Date | null }

type Place = { dataDir: string; storage: Storage }
type Found = Checked & { media: number }

function missingText(missing: number) {
  return missing > 0 ? [`files of ${missing} photos or videos are missing`] : []
}

/** Checks a database that was restored to a temporary folder, and the media of its rows. */
async function check(
  { url, adminUrl }: Urls,
  more: (db: Db, keys: string[]) => Promise<string[]>,
): Promise<Found> {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  try {
    const { problems, ...found } = await checkDatabase(adminUrl)
    const keys = await selectReadyKeys(db, null)
    return { ...found, media: keys.length, problems: [...problems, ...(await more(db, keys))] }
  } finally {
    await db.destroy()
  }
}

/** Counts the rows per table in a backup file, which has one line per row. */
async function rowsInFile(file: string): Promise<Map<string, number>> {
  const backup = await openBackup(file)
  try {
    const found = new Map<string, number>()
    for (const { table } of backup.manifest.tables) {
      let rows = 0
      for await (const part of (await backup.read(buildRowsPath(table))) as AsyncIterable<Buffer>)
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows += 1
      found.set(table, rows)
    }
    return found
  } finally {
    backup.close()
  }
}

async function keysIn(media: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const shard of await readdir(media).catch(() => []))
    for (const key of await readdir(path.join(media, shard)).catch(() => [])) found.add(key)
  return found
}

async function verifyFile(file: string, folder: string, log: Log): Promise<Found> {
  await restoreFile(
    { dataDir: folder, databaseUrl: null, openStorage: async () => diskStorage(folder) },
    file,
    log,
  )
  const expected = await rowsInFile(file)
  const { stop, ...urls } = await startEmbeddedPostgres({ dataDir: folder, logger: log })
  try {
    return await check(urls, async (db, keys) => {
      const problems: string[] = []
      for (const [table, rows] of expected) {
        const found = await countRows(db, table)
        if (found !== rows) problems.push(`${table} has ${found} rows instead of ${rows}`)
      }
      const present = await keysIn(path.join(folder, 'media'))
      return [...problems, ...missingText(keys.filter((key) => !present.has(key)).length)]
    })
  } finally {
    await stop()
  }
}

async function verifyMoment({ dataDir, storage }: Place, at: Date | null, aside: string): Promise<Found> {
  const links = new MediaLinks(archiveFolder(dataDir), dataDir)
  let found: Found = { tables: 0, rows: 0, others: 0, media: 0, problems: ['nothing was restored'] }
  await recoverAside(await chooseBackup(dataDir, at), { aside, at, isTemporary: true }, async (urls) => {
    found = await check(urls, async (_db, keys) => {
      let missing = 0
      for (const key of keys) if ((await links.check(key, storage.area('media'))) === 'missing') missing += 1
      return missingText(missing)
    })
  })
  return found
}

/**
 * Verifies a backup by restoring it to a temporary folder and checking the result: every hash, page, index, foreign
 * key, stored count, and media file. Can run alongside the server, and changes only the stored result.
 * @throws StartRefused if the verification fails
 */
export async function verify(place: Place, subject: Subject, log: Log): Promise<string> {
  const { dataDir } = place
  const folder = await mkdtemp(path.join(tmpdir(), 'nollie-verify-'))
  // The database may run as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711)
  const aside = path.join(folder, 'data')
  const record = (ok: boolean, detail: string) =>
    writeVerified(dataDir, {
      at: new Date().toISOString(),
      kind: 'file' in subject ? 'file' : 'point in time',
      ok,
      detail,
    })
  try {
    const { tables, rows, others, media, problems } =
      'file' in subject
        ? await verifyFile(subject.file, aside, log)
        : await verifyMoment(place, subject.at, aside)
    if (problems.length > 0) throw new StartRefused(`The backup is not valid: ${problems.join('; ')}.`)
    const detail = `${rows} rows of ${tables} tables and ${media} photos and videos`
    await record(true, detail)
    return `The backup is valid: ${detail} were restored to a temporary folder and checked, plus internal tables (${others}), whose rows aren't counted in backups.`
  } catch (error) {
    if (error instanceof StartRefused) await record(false, error.message)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
