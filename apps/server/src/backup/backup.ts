import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent, existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { Snapshot } from '../db/copy.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { FILES, MANIFEST, type Manifest, rowsOf } from './manifest.ts'

/** Parts of the data directory that are not copied: the database's own files, and unfinished work. */
const LEFT_OUT: ReadonlySet<string> = new Set(['postgres', 'work'])
const UNFINISHED = /^\.new-|\.part$|\.tmp$/

type From = { databaseUrl: string; dataDir: string; file: string }

/** What was copied. */
export type BackupSums = { files: number; tables: number; bytes: number }

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Every file to be copied, by its path in the data directory; uploads first, for they become media. */
async function* filesIn(dataDir: string): AsyncGenerator<string> {
  async function* below(folder: string): AsyncGenerator<string> {
    const found: Dirent[] = await readdir(path.join(dataDir, folder), { withFileTypes: true }).catch(
      (error) => {
        if (isGone(error)) return []
        throw error
      },
    )
    for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder ? `${folder}/${entry.name}` : entry.name
      if (UNFINISHED.test(entry.name) || LEFT_OUT.has(name) || name === 'uploads') continue
      if (entry.isDirectory()) yield* below(name)
      else if (entry.isFile()) yield name
    }
  }
  yield* below('uploads')
  yield* below('')
}

class Archive {
  readonly #zip = new ZipFile()
  readonly #stopped = new AbortController()
  readonly entries: Manifest['entries'] = {}
  readonly written: Promise<void>

  constructor(target: string) {
    // An entry that cannot be packed ends the writing, and with it the waiting of the caller that fills it.
    this.#zip.on('error', (error: Error) => this.#stopped.abort(error))
    const output = createWriteStream(target, { mode: 0o600, flags: 'wx' })
    this.written = pipeline(this.#zip.outputStream, output, { signal: this.#stopped.signal })
    this.written.catch(() => {})
  }

  /** Adds one entry and waits until it is packed; its hash is that of what was packed. */
  async add(name: string, content: Readable, compress: boolean): Promise<void> {
    const hash = createHash('sha256')
    let bytes = 0
    const hashing = new Transform({
      transform: (part: Buffer, _encoding, done) => {
        hash.update(part)
        bytes += part.length
        done(null, part)
      },
    })
    const packed = new Promise<void>((resolve) => hashing.once('end', resolve))
    this.#zip.addReadStreamLazy(name, { compress, mode: 0o100600 }, (give) => give(null, hashing))
    const failed = this.written.then(() => new Promise<never>(() => {}))
    await Promise.race([Promise.all([pipeline(content, hashing), packed]), failed])
    this.entries[name] = { bytes, sha256: hash.digest('hex') }
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

const addFile = async (archive: Archive, dataDir: string, name: string): Promise<boolean> => {
  const file = path.join(dataDir, name)
  // As long as it is now: an upload may grow meanwhile.
  const facts = await stat(file).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })
  if (!facts) return false
  const content = createReadStream(file, facts.size > 0 ? { end: facts.size - 1 } : {})
  await archive.add(`${FILES}${name}`, content, false)
  return true
}

const requireMedia = async (snapshot: Snapshot, entries: Manifest['entries']): Promise<void> => {
  const copied = new Set(Object.keys(entries).map((name) => name.split('/').at(-2)))
  const missing = (await snapshot.mediaKeys()).filter((key) => !copied.has(key))
  if (missing.length > 0)
    throw new StartRefused(
      `The files of ${missing.length} photos or videos are not in the data directory (the first: ${missing[0]}).`,
    )
}

const fill = async (archive: Archive, snapshot: Snapshot, dataDir: string): Promise<BackupSums> => {
  const { facts } = snapshot
  for (const table of facts.tables) await archive.add(rowsOf(table.table), snapshot.read(table), true)
  let files = 0
  for await (const name of filesIn(dataDir)) if (await addFile(archive, dataDir, name)) files += 1
  await requireMedia(snapshot, archive.entries)
  const { entries } = archive
  await archive.end({ format: 1, made_at: new Date().toISOString(), ...facts, entries })
  const bytes = Object.values(entries).reduce((sum, entry) => sum + entry.bytes, 0)
  return { files, tables: facts.tables.length, bytes }
}

/**
 * Writes database and files into one ZIP that appears when it is whole. The server may run: rows are those of one moment,
 * files of it or newer, and none goes meanwhile.
 * @throws StartRefused with one readable line
 */
export const makeBackup = async ({ databaseUrl, dataDir, file }: From): Promise<BackupSums> => {
  if (existsSync(file)) throw new StartRefused(`There is a file ${file} already.`)
  if (!path.relative(dataDir, file).startsWith('..'))
    throw new StartRefused('A backup does not belong into the data directory itself.')
  const part = `${file}.part`
  await rm(part, { force: true })
  const snapshot = await Snapshot.take(databaseUrl)
  const archive = new Archive(part)
  try {
    const sums = await fill(archive, snapshot, dataDir)
    const handle = await open(part, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
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
