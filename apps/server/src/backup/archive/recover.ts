import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { zstdDecompress } from 'node:zlib'
import { LogEnded, recoverCluster, type Urls } from '../../platform/embedded-postgres/index.ts'
import { measureDisk } from '../../platform/files/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { archiveFolder, type Base, listBases, listLines, readUntil } from './archive-layout.ts'
import { Segments } from './segments.ts'
import { damaged, readStored, requireWhole, type StoredFile } from './stored-file.ts'
import { unpackTar } from './tar.ts'
import { getSegment, readStoredLog } from './stored-log.ts'

/** The parts of a backup that are needed to restore to a given point in time. */
export type Chosen = {
  base: Base
  log: StoredFile[]
  /** The newest segment so far. It's read now, because the server replaces this file every few seconds. */
  partial: { segment: string; content: Buffer } | null
  /** The last point in time that the WAL covers; null if it ends with the next base, or if unknown. */
  until: Date | null
}

function nothing(archive: string) {
  return new StartRefused(
    `There is no base backup in ${archive} yet. The server makes one soon after it starts.`,
  )
}

/** Finds the newest base that was complete at a given time (null: the newest of all). */
async function chooseBase(archive: string, at: Date | null): Promise<{ base: Base; next: Base | null }> {
  let oldest: Base | undefined
  for (const line of (await listLines(archive)).toReversed()) {
    const bases = await listBases(archive, line)
    const index = bases.findLastIndex(({ facts }) => at === null || new Date(facts.ended_at) <= at)
    const base = bases[index]
    if (base) return { base, next: bases[index + 1] ?? null }
    oldest = bases[0] ?? oldest
  }
  if (!oldest) throw nothing(archive)
  throw new StartRefused(`The backup only reaches back to ${oldest.facts.ended_at}.`)
}

function computeHash(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}

function requireNoGap(base: Base, names: string[]): void {
  const { timeline, segment_bytes, first_segment, last_segment } = base.facts
  const segments = new Segments(timeline, segment_bytes)
  let expected = segments.number(first_segment)
  for (const name of names) {
    if (name !== segments.name(expected))
      throw damaged(`segment ${segments.name(expected)} of the log is missing`)
    expected += 1n
  }
  if (expected <= segments.number(last_segment)) throw damaged('the log of the base backup is missing')
}

/**
 * Finds and validates the parts needed to restore to a given point in time (null: the newest).
 * @throws StartRefused if something is missing or damaged
 */
export async function chooseBackup(dataDir: string, at: Date | null): Promise<Chosen> {
  const archive = archiveFolder(dataDir)
  const { base, next } = await chooseBase(archive, at)
  const stored = await readStoredLog(archive, base.line)
  const log = stored.whole.filter(
    (file) =>
      getSegment(file) >= base.facts.first_segment && (!next || getSegment(file) <= next.facts.last_segment),
  )
  const last = next ? null : stored.partial
  const partial = last && { segment: getSegment(last), content: await readFile(last.path) }
  if (last && partial && computeHash(partial.content) !== last.sha256)
    throw damaged(`${last.path} was changed`)
  requireNoGap(base, [...log.map(getSegment), ...(partial ? [partial.segment] : [])])
  for (const file of [base.tar, ...log]) await requireWhole(file)
  return { base, log, partial, until: next ? null : await readUntil(archive, base.line) }
}

const SPARE_BYTES = 200 * 1024 ** 2

async function requireSpace(folder: string, { base, log }: Chosen): Promise<void> {
  const needed = base.facts.files_bytes + (log.length + 1) * base.facts.segment_bytes + SPARE_BYTES
  const { free } = await measureDisk(folder)
  if (free < needed)
    throw new StartRefused(
      `The restore needs ${Math.ceil(needed / 1024 ** 2)} MB in ${folder}, but only ${Math.floor(free / 1024 ** 2)} MB are free.`,
    )
}

const unzstd = promisify(zstdDecompress)

/** Returns a function that copies the base to `home`, and the WAL next to it. */
function fillWith({ base, log, partial }: Chosen) {
  return async ({ home, cluster, own }: { home: string; cluster: string; own: (file: string) => void }) => {
    await unpackTar(readStored(base.tar), home, own)
    if (existsSync(path.join(home, 'beside', 'password'))) {
      await rename(path.join(home, 'beside', 'password'), path.join(home, 'password'))
      own(path.join(home, 'password'))
    }
    const wal = path.join(cluster, 'pg_wal')
    await mkdir(wal, { recursive: true, mode: 0o700 })
    own(wal)
    for (const file of log) {
      const target = path.join(wal, getSegment(file))
      await pipeline(readStored(file), createWriteStream(target, { mode: 0o600 }))
      own(target)
    }
    if (!partial) return
    const whole = Buffer.alloc(base.facts.segment_bytes)
    ;(await unzstd(partial.content)).copy(whole)
    const target = path.join(wal, partial.segment)
    await writeFile(target, whole, { mode: 0o600 })
    own(target)
  }
}

/**
 * Creates the database as of a given point in time in an empty data directory, and stops it after `use`.
 * @throws StartRefused if the backup doesn't reach this point
 */
export async function recoverAside(
  chosen: Chosen,
  { aside, at, isTemporary }: { aside: string; at: Date | null; isTemporary: boolean },
  use: (urls: Urls) => Promise<void>,
): Promise<void> {
  await requireSpace(path.dirname(aside), chosen)
  const recover = (target: Date | null) =>
    recoverCluster({ dataDir: aside, target, fill: fillWith(chosen), isTemporary, use })
  try {
    await recover(at)
  } catch (error) {
    if (!(error instanceof LogEnded) || at === null) throw error
    // The WAL ends with the last change. The state stayed the same from then on, so it's also the state at this point
    // in time.
    if (!chosen.until || at > chosen.until)
      throw new StartRefused(`The backup ends at ${chosen.until?.toISOString() ?? 'an unknown time'}.`)
    await recover(null)
  }
}
