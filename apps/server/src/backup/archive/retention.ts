import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Base, baseFolder, listBases, listLines } from './archive-layout.ts'
import { listStoredFiles } from './stored-file.ts'
import { getSegment, readStoredLog } from './stored-log.ts'

/** How long backups are retained, and how large they can get. */
export type Retention = { days: number; maxBytes: number }

const DAY_MS = 86_400_000

/** Returns the earliest point in time that must remain restorable. */
export function getLimit({ days }: Pick<Retention, 'days'>, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      bytes += await stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}

/** Returns the total bytes of all lines, not counting links to media. */
export async function measureArchive(archive: string): Promise<number> {
  let bytes = 0
  for (const line of await listLines(archive)) bytes += await measureFolder(path.join(archive, line))
  return bytes
}

async function allBases(archive: string): Promise<Base[]> {
  const bases: Base[] = []
  for (const line of await listLines(archive)) bases.push(...(await listBases(archive, line)))
  return bases
}

/** Deletes the list first, so that a partial base is never used. */
async function removeBase({ list, tar }: Base): Promise<void> {
  await rm(list.path, { force: true })
  await rm(tar.path, { force: true })
}

// Deletes bases left by a writer that was killed before writing the list, or by an interrupted deletion.
async function removeHalfBases(archive: string, line: string, bases: readonly Base[]): Promise<void> {
  const known = new Set(bases.map(({ tar }) => tar.path))
  for (const file of await listStoredFiles(baseFolder(archive, line)))
    if (file.extension === 'tar.zst' && !known.has(file.path)) await rm(file.path, { force: true })
}

/**
 * Deletes WAL that isn't needed, partial bases, and lines without a base, except the current one. Call it only while no
 * base is being made.
 */
async function removeUnneeded(archive: string, current: string): Promise<void> {
  for (const line of await listLines(archive)) {
    const bases = await listBases(archive, line)
    await removeHalfBases(archive, line, bases)
    const first = bases[0]?.facts.first_segment
    if (first === undefined) {
      if (line !== current) await rm(path.join(archive, line), { recursive: true, force: true })
      continue
    }
    for (const file of (await readStoredLog(archive, line)).whole)
      if (getSegment(file) < first) await rm(file.path, { force: true })
  }
}

/**
 * Deletes backups older than the retention period, and the oldest bases while the archive is too large, but never the
 * newest base. Returns the remaining bytes.
 */
export async function applyRetention(
  archive: string,
  current: string,
  retention: Retention,
  now: Date,
): Promise<number> {
  const limit = getLimit(retention, now).toISOString()
  const bases = await allBases(archive)
  // The newest base backup from before the cutoff is still needed to restore to times shortly after the cutoff.
  while (bases.length > 1 && (bases[1] as Base).facts.ended_at <= limit)
    await removeBase(bases.shift() as Base)
  await removeUnneeded(archive, current)
  let bytes = await measureArchive(archive)
  while (bases.length > 1 && bytes > retention.maxBytes) {
    await removeBase(bases.shift() as Base)
    await removeUnneeded(archive, current)
    bytes = await measureArchive(archive)
  }
  return bytes
}
