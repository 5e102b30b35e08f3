import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { LIMITS, type MemberLicense, type OpenDataSource } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { runWithoutBackup } from '../../../db/backup-lock.ts'
import { isQueued } from '../../../db/is-queued.ts'
import type { Db } from '../../../db/open.ts'
import { type FileStore, temporaryFolder } from '../../../platform/files/index.ts'
import { WORLD } from '../../places/index.ts'
import { beginReading, findFile, replaceFile, type StoredFile } from './open-data-files.queries.ts'
import { type OpenPosition, selectOpenSpots } from './open-spots.queries.ts'
import { type LicensedSpot, withLicenses, writeGeojson } from './write-geojson.ts'

/** The dependencies of the open data. */
export type OpenDataDeps = {
  db: Db
  files: FileStore
  publicUrl: URL
  /** The license of spot data that members add; null if the operator hasn't chosen one. */
  members: MemberLicense | null
}

const FILE = 'spots.geojson.gz'

function buildKey(id: string): string {
  return id.replaceAll('-', '')
}

/** Returns the name of a file in the storage. */
export function buildPath(id: string): string {
  return `${buildKey(id)}/${FILE}`
}

/** Reads all open spots, one page at a time. */
async function* readAll({ db, members }: OpenDataDeps): AsyncGenerator<LicensedSpot> {
  let after: OpenPosition | null = null
  while (true) {
    const spots = await selectOpenSpots(db, {
      box: WORLD,
      after,
      limit: LIMITS.open_data_page,
      isImported: members === null,
    })
    yield* withLicenses(spots, members)
    const last = spots.at(-1)
    if (spots.length < LIMITS.open_data_page || !last) return
    after = { qk: last.qk, id: last.id }
  }
}

/** Counts spots by source while they're written. */
class Sources {
  readonly #found = new Map<string, OpenDataSource>()
  spots = 0

  async *count(spots: AsyncIterable<LicensedSpot>): AsyncGenerator<LicensedSpot> {
    for await (const one of spots) {
      this.spots += 1
      const { sources, updated_at } = one.spot
      if (sources.length === 0) this.#add(null, one.license, updated_at)
      for (const { name, license, date } of sources) this.#add(name, license, date ?? updated_at)
      yield one
    }
  }

  #add(name: string | null, license: string, updated_at: string): void {
    const key = JSON.stringify([name, license])
    const known = this.#found.get(key) ?? { name, license, spots: 0, updated_at }
    known.spots += 1
    if (updated_at > known.updated_at) known.updated_at = updated_at
    this.#found.set(key, known)
  }

  list(): OpenDataSource[] {
    return [...this.#found.values()].toSorted((a, b) => b.spots - a.spots)
  }
}

// Written to local disk first, because stores need to know a file's size.
async function makeFile(deps: OpenDataDeps, madeAt: Date): Promise<StoredFile> {
  const { files, publicUrl, members } = deps
  const id = uuid()
  const sources = new Sources()
  const folder = await temporaryFolder()
  try {
    const file = path.join(folder, FILE)
    const text = writeGeojson(sources.count(readAll(deps)), { publicUrl, madeAt, members })
    await pipeline(Readable.from(text), createGzip({ level: 9 }), createWriteStream(file))
    const bytes = await files.put(buildPath(id), { path: file })
    const { spots } = sources
    return { id, license: members, spots, bytes, sources: sources.list(), made_at: madeAt.toISOString() }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Whether a new file is due: every month, after the operator chose a license, and as soon as something in the current
 * one is no longer shown to everyone.
 */
export async function isFileDue({ db, members }: OpenDataDeps, now = new Date()): Promise<boolean> {
  const file = await findFile(db)
  if (!file || file.license !== members) return true
  return file.made_at.slice(0, 7) < now.toISOString().slice(0, 7) || isQueued(db, 'spot_withdrawals')
}

// Also removes files of a process that was killed before it stored their row. Ids are ordered by time. A file with a
// later id than the current file's isn't removed, because its row may still follow.
async function removeOlder({ db, files }: OpenDataDeps): Promise<void> {
  const current = await findFile(db)
  if (!current) return
  const older: string[] = []
  for await (const key of files.keys()) if (key < buildKey(current.id)) older.push(key)
  if (older.length > 0)
    await runWithoutBackup(db, async () => {
      for (const key of older) await files.removeKey(key)
    })
}

async function makeNext(deps: OpenDataDeps, previous: string | null): Promise<void> {
  const { madeAt, withdrawals } = await beginReading(deps.db)
  const file = await makeFile(deps, madeAt)
  const isCurrent = await deps.db.transaction().execute((tx) => replaceFile(tx, previous, file, withdrawals))
  if (!isCurrent) await runWithoutBackup(deps.db, () => deps.files.removeKey(buildKey(file.id)))
}

/** Stores a new file with all open data if one is due, and removes the previous one. */
export async function renewOpenData(deps: OpenDataDeps): Promise<void> {
  const current = await findFile(deps.db)
  if (await isFileDue(deps)) await makeNext(deps, current?.id ?? null)
  await removeOlder(deps)
}
