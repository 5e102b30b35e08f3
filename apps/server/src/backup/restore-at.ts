import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '../db/open.ts'
import { isDatabaseRunning } from '../platform/embedded-postgres/index.ts'
import type { Storage } from '../platform/files/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { interruptedRestore } from '../platform/unfinished-restore.ts'
import { archiveFolder, listBases, listLines, storeUntil } from './archive/archive-layout.ts'
import { selectReadyKeys } from './archive/media.queries.ts'
import { MediaLinks } from './archive/media-links.ts'
import { chooseBackup, recoverAside } from './archive/recover.ts'
import { Segments } from './archive/segments.ts'
import { removeTemporary } from './archive/stored-file.ts'
import { storeRest } from './archive/stored-log.ts'

/** Parses a time in any common format; without a time zone, it's local to this machine. */
export function readTime(text: string): Date {
  const at = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new StartRefused(
      `${text} is not a valid time. Use a format like 2026-11-22T10:15 (local time) or 2026-11-22T10:15:30Z.`,
    )
  if (at > new Date()) throw new StartRefused(`${at.toISOString()} is in the future.`)
  return at
}

/** Archives a stopped database's remaining WAL, so that its latest changes can be restored too. */
async function archiveRest(dataDir: string): Promise<void> {
  const archive = archiveFolder(dataDir)
  const cluster = path.join(dataDir, 'postgres', 'cluster')
  for (const line of await listLines(archive)) {
    if (!existsSync(path.join(cluster, 'pg_replslot', line))) continue
    const facts = (await listBases(archive, line))[0]?.facts
    if (!facts) continue
    const segments = new Segments(facts.timeline, facts.segment_bytes)
    await removeTemporary(path.join(archive, line, 'wal'))
    if (await storeRest({ archive, line, cluster, segments })) await storeUntil(archive, line, new Date())
  }
}

/** Creates a folder on the same disk and with the same owner as the current database. */
async function makeAside(dataDir: string): Promise<string> {
  const aside = path.join(dataDir, 'restoring')
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o711 })
  const home = path.join(dataDir, 'postgres')
  const { uid, gid } = await stat(existsSync(home) ? home : dataDir)
  if (process.getuid?.() === 0) await chown(aside, uid, gid)
  return aside
}

type Place = { dataDir: string; storage: Storage }

type MediaSums = { files: number; missing: number }

async function restoreMedia({ dataDir, storage }: Place, url: string): Promise<MediaSums> {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  try {
    const links = new MediaLinks(archiveFolder(dataDir), dataDir)
    const keys = await selectReadyKeys(db, null)
    let missing = 0
    // All keys are checked before the first one is restored.
    for (const key of keys)
      if ((await links.checkToRestore(key, storage.area('media'))) === 'missing') missing += 1
    for (const key of keys) await links.bringBack(key)
    return { files: keys.length - missing, missing }
  } finally {
    await db.destroy()
  }
}

/** Replaces the current database with the one prepared in the temporary folder. */
async function exchange(dataDir: string, aside: string): Promise<void> {
  const home = path.join(dataDir, 'postgres')
  const made = path.join(aside, 'postgres')
  const replaced = path.join(home, 'cluster.replaced')
  const mark = interruptedRestore(dataDir)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(made)
  if (process.getuid?.() === 0) await chown(home, uid, gid)
  await writeFile(mark, '')
  await rm(replaced, { recursive: true, force: true })
  if (existsSync(path.join(home, 'cluster'))) await rename(path.join(home, 'cluster'), replaced)
  await rename(path.join(made, 'cluster'), path.join(home, 'cluster'))
  await rename(path.join(made, 'password'), path.join(home, 'password'))
  const secret = path.join(made, 'beside', 'secret')
  if (existsSync(secret) && !existsSync(path.join(dataDir, 'secret')))
    await copyFile(secret, path.join(dataDir, 'secret'))
  await rm(mark, { force: true })
  await rm(replaced, { recursive: true, force: true })
  await rm(aside, { recursive: true, force: true })
}

/**
 * Restores a stopped server's embedded database to an earlier point in time, with its photos and videos. Everything is
 * prepared and checked in a temporary folder before any current data changes.
 * @throws StartRefused with a readable one-line message
 */
export async function restoreAt(place: Place, at: Date): Promise<string> {
  const { dataDir } = place
  if (isDatabaseRunning(dataDir))
    throw new StartRefused('The server is still running. Stop it before you restore, or data would be lost.')
  await archiveRest(dataDir)
  const chosen = await chooseBackup(dataDir, at)
  const aside = await makeAside(dataDir)
  let media: MediaSums = { files: 0, missing: 0 }
  try {
    await recoverAside(chosen, { aside, at, isTemporary: false }, async ({ url }) => {
      media = await restoreMedia(place, url)
    })
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
  await exchange(dataDir, aside)
  const lost =
    media.missing > 0
      ? ` ${media.missing} photos or videos from that time couldn't be restored, because they were deleted within a minute.`
      : ''
  return `The database and ${media.files} photos and videos from ${at.toISOString()} were restored to ${dataDir}.${lost}`
}
