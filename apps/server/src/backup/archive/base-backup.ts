import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type Admin, type LogState, startBase, type StoppedBase, stopBase } from './archive.queries.ts'
import { type BaseFacts, baseFolder } from './archive-layout.ts'
import { storeFile } from './stored-file.ts'
import { fileEntry, packTar, type TarEntry } from './tar.ts'

// PostgreSQL's list of files to leave out of a base backup: files that are empty after startup, and the WAL, which is
// archived separately.
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|.*\.signal)$/
const CONTROL = 'global/pg_control'

function isGone(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function* filesBelow(root: string, below: string): AsyncGenerator<TarEntry> {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = below ? `${below}/${entry.name}` : entry.name
    if (LEFT_OUT.test(entry.name) || name === CONTROL) continue
    if (entry.isDirectory()) {
      yield { name, bytes: 0, content: null }
      if (!EMPTY.has(name)) yield* filesBelow(root, name)
    } else {
      // A table's file no longer exists if the table was dropped in the meantime.
      const facts = await stat(path.join(root, name)).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      })
      if (facts) yield fileEntry(name, path.join(root, name), facts.size)
    }
  }
}

function bufferEntry(name: string, text: string): TarEntry {
  return {
    name,
    bytes: Buffer.byteLength(text),
    content: Readable.from([Buffer.from(text)]),
  }
}

type From = {
  admin: Admin
  state: LogState
  archive: string
  line: string
  /** The folder with the database's files. */
  cluster: string
  /** Other files needed to restore on another machine, keyed by their name in the base backup. */
  beside: Record<string, string>
}

/**
 * Copies the database's files while the database is running. Together with the WAL since the start of the copy, they
 * form a complete database.
 */
export async function makeBase({ admin, state, archive, line, cluster, beside }: From): Promise<BaseFacts> {
  const { segments } = state
  const id = new Date().toISOString().replaceAll(/\D/g, '')
  const begun = await startBase(admin, `nollie ${id}`)
  let ended: StoppedBase | undefined
  let filesBytes = 0
  async function* entries(): AsyncGenerator<TarEntry> {
    yield { name: 'cluster', bytes: 0, content: null }
    for await (const entry of filesBelow(cluster, '')) {
      filesBytes += entry.bytes
      yield { ...entry, name: `cluster/${entry.name}` }
    }
    // This file is copied last, as PostgreSQL requires.
    const control = path.join(cluster, CONTROL)
    yield fileEntry(`cluster/${CONTROL}`, control, (await stat(control)).size)
    ended = await stopBase(admin)
    yield bufferEntry('cluster/backup_label', ended.label)
    yield { name: 'beside', bytes: 0, content: null }
    for (const [name, file] of Object.entries(beside))
      yield fileEntry(`beside/${name}`, file, (await stat(file)).size)
  }
  const folder = baseFolder(archive, line)
  const tar = await storeFile(
    { folder, name: id, extension: 'tar.zst', isCompressed: true },
    Readable.from(packTar(entries()), { objectMode: false }),
  )
  if (!ended) throw new Error('the base backup did not finish')
  const facts: BaseFacts = {
    format: 1,
    started_at: begun.at.toISOString(),
    ended_at: ended.at.toISOString(),
    timeline: segments.timeline,
    segment_bytes: segments.bytes,
    first_segment: segments.name(segments.at(begun.start)),
    last_segment: segments.name(segments.at(ended.stop - 1n)),
    files_bytes: filesBytes,
    tar: tar.sha256,
  }
  await storeFile(
    { folder, name: id, extension: 'json', isCompressed: false },
    Readable.from([Buffer.from(JSON.stringify(facts))]),
  )
  return facts
}
