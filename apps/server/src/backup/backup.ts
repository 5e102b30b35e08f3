import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent, existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { Snapshot } from '../db/copy-rows.ts'
import { AREAS, hashing, isNoSuchFile, syncFile, type Storage } from '../platform/files/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { FILES, MANIFEST, type Manifest, buildRowsPath, toStoredName } from './manifest.ts'

/**
 * Parts of the data directory that a backup doesn't copy directly: the database's files and archive, and the storage's
 * folders.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['postgres', 'backup', 'restoring', ...AREAS])
const UNFINISHED = /^\.new-|\.part$|\.tmp$/

type From = { databaseUrl: string; dataDir: string; storage: Storage; file: string }

/** The number of files, tables, and bytes copied. */
export type BackupSums = { files: number; tables: number; bytes: number }

type Source = { name: string; open: () => Promise<Readable> }

/** Lists every file in the storage; uploads come first, because they become media. */
async function* storedFiles(storage: Storage): AsyncGenerator<Source> {
  for (const area of AREAS) {
    const store = storage.area(area)
    const keys: string[] = []
    for await (const key of store.keys()) keys.push(key)
    for (const key of keys.toSorted())
      for (const name of await store.files(key))
        yield { name: toStoredName(area, name), open: () => store.read(name) }
  }
}

/** Lists every other file in the data directory. */
async function* otherFiles(dataDir: string): AsyncGenerator<Source> {
  async function* below(folder: string): AsyncGenerator<Source> {
    const found: Dirent[] = await readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(
      (error) => {
        if (isNoSuchFile(error)) return []
        throw error
      },
    )
    for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder ? `${folder}/${entry.name}` : entry.name
      if (UNFINISHED.test(entry.name) || LEFT_OUT.has(name)) continue
      if (entry.isDirectory()) yield* below(name)
      else if (entry.isFile()) yield { name, open: async () => openWhole(path.join(dataDir, name)) }
    }
  }
  yield* below('')
}

// Reads only up to the file's current length, because the file may grow while it's being read.
async function openWhole(file: string): Promise<Readable> {
  const { size } = await stat(file)
  return size > 0 ? createReadStream(file, { end: size - 1 }) : Readable.from([])
}

class Archive {
  readonly #zip = new ZipFile()
  readonly #stopped = new AbortController()
  readonly entries: Manifest['entries'] = {}
  readonly written: Promise<void>

  constructor(target: string) {
    // If an entry can't be compressed, this ends the write and rejects the pending entries' promises.
    this.#zip.on('error', (error: Error) => this.#stopped.abort(error))
    const output = createWriteStream(target, { mode: 0o600, flags: 'wx' })
    this.written = pipeline(this.#zip.outputStream, output, { signal: this.#stopped.signal })
    this.written.catch(() => {})
  }

  /** Adds an entry and waits until it's written; hashes the content as it's written. */
  async add(name: string, content: Readable, compress: boolean): Promise<void> {
    const { stream, digest } = hashing()
    const packed = new Promise<void>((resolve) => stream.once('end', resolve))
    this.#zip.addReadStreamLazy(name, { compress, mode: 0o100600 }, (give) => give(null, stream))
    const failed = this.written.then(() => new Promise<never>(() => {}))
    await Promise.race([Promise.all([pipeline(content, stream), packed]), failed])
    this.entries[name] = digest()
  }

  async end(manifest: Manifest): Promise<void> {
    const text = Buffer.from(JSON.stringify(manifest))
    this.#zip.addBuffer(text, MANIFEST, { mode: 0o100600 })
    this.#zip.end({ forceZip64Format: false, comment: createHash('sha256').update(text).digest('hex') })
    await this.written
  }

  stop(): void {
    this.#stopped.abort()
  }
}

// If a file was deleted before it could be read, the snapshot doesn't contain its row.
async function addFile(archive: Archive, { name, open }: Source): Promise<boolean> {
  const content = await open().catch((error: unknown) => {
    if (isNoSuchFile(error)) return null
    throw error
  })
  if (content) await archive.add(`${FILES}${name}`, content, false)
  return content !== null
}

async function requireMedia(snapshot: Snapshot, entries: Manifest['entries']): Promise<void> {
  const copied = new Set(Object.keys(entries).map((name) => name.split('/').at(-2)))
  const missing = (await snapshot.mediaKeys()).filter((key) => !copied.has(key))
  if (missing.length > 0)
    throw new StartRefused(
      `Files of ${missing.length} photos or videos are missing from the storage (the first: ${missing[0]}).`,
    )
}

async function fill(
  archive: Archive,
  snapshot: Snapshot,
  { dataDir, storage }: Pick<From, 'dataDir' | 'storage'>,
): Promise<BackupSums> {
  const { facts } = snapshot
  for (const table of facts.tables) await archive.add(buildRowsPath(table.table), snapshot.read(table), true)
  let files = 0
  for (const sources of [storedFiles(storage), otherFiles(dataDir)])
    for await (const source of sources) if (await addFile(archive, source)) files += 1
  await requireMedia(snapshot, archive.entries)
  const { entries } = archive
  await archive.end({ format: 1, made_at: new Date().toISOString(), ...facts, entries })
  const bytes = Object.values(entries).reduce((sum, entry) => sum + entry.bytes, 0)
  return { files, tables: facts.tables.length, bytes }
}

/**
 * Writes the database and files to a ZIP, which appears only once it's complete. The server can stay up: the rows are
 * from a single point in time, the files are from that time or later, and none are deleted during the backup.
 * @throws StartRefused with a readable one-line message
 */
export async function makeBackup({ databaseUrl, dataDir, storage, file }: From): Promise<BackupSums> {
  if (existsSync(file)) throw new StartRefused(`${file} already exists.`)
  if (!path.relative(dataDir, file).startsWith('..'))
    throw new StartRefused("The backup can't be inside the data directory.")
  const part = `${file}.part`
  await rm(part, { force: true })
  const snapshot = await Snapshot.take(databaseUrl)
  const archive = new Archive(part)
  try {
    const sums = await fill(archive, snapshot, { dataDir, storage })
    await syncFile(part)
    await rename(part, file)
    return sums
  } catch (error) {
    archive.stop()
    await archive.written.catch(() => {})
    await rm(part, { force: true })
    throw error
  } finally {
    await snapshot.close()
  }
}
