import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isEmptyDatabase, loadTables } from '../db/copy-rows.ts'
import type { Steps } from '../db/migrate.ts'
import { requireKnownSteps } from '../db/refuse-other-versions.ts'
import { migrations } from '../db/migrations/index.ts'
import { unfinishedRestore } from '../platform/unfinished-restore.ts'
import { AREAS, digestContent, type Storage, temporaryFolder } from '../platform/files/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { FILES, MANIFEST, Manifest, buildRowsPath, parseStoredName } from './manifest.ts'

/** A backup that was read completely and matches its manifest. */
export class CheckedBackup {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly manifest: Manifest

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest) {
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    return entry ? this.#zip.openReadStreamPromise(entry) : Promise.resolve(Readable.from([]))
  }

  /**
   * Returns the migrations that the backup was made with.
   * @throws StartRefused for a different version's migrations
   */
  steps(): Steps {
    const known: Steps = migrations
    requireKnownSteps(this.manifest.steps, known, 'backup')
    return Object.fromEntries(Object.entries(known).filter(([name]) => this.manifest.steps.includes(name)))
  }

  close(): void {
    this.#zip.close()
  }
}

function damaged(why: string) {
  return new StartRefused(`The backup is damaged and was not restored: ${why}.`)
}

async function readText(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw damaged('its list of contents is missing')
  const text = await readText(await zip.openReadStreamPromise(entry))
  if (createHash('sha256').update(text).digest('hex') !== zip.comment)
    throw damaged('its list of contents was changed')
  const read = Manifest.safeParse(JSON.parse(text.toString()))
  if (!read.success) throw damaged("this version can't read its list of contents")
  return read.data
}

async function check(zip: ZipFile): Promise<CheckedBackup> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const manifest = await readManifest(zip, entries.get(MANIFEST))
  entries.delete(MANIFEST)
  const listed = Object.entries(manifest.entries)
  if (listed.length !== entries.size) throw damaged('its files do not match its list of contents')
  for (const [name, expected] of listed) {
    const entry = entries.get(name)
    if (!entry) throw damaged(`${name} is missing`)
    const { sha256, bytes } = await digestContent(await zip.openReadStreamPromise(entry))
    if (sha256 !== expected.sha256 || bytes !== expected.bytes) throw damaged(`${name} was changed`)
  }
  for (const { table } of manifest.tables)
    if (!entries.has(buildRowsPath(table))) throw damaged(`${table} is missing`)
  return new CheckedBackup(zip, entries, manifest)
}

/**
 * Opens a backup and reads all of it before anything is changed.
 * @throws StartRefused if it's damaged
 */
export async function openBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`)
  const zip = await openPromise(file, { autoClose: false }).catch((error: Error) => {
    throw damaged(error.message)
  })
  try {
    return await check(zip)
  } catch (error) {
    zip.close()
    throw error instanceof StartRefused ? error : damaged((error as Error).message)
  }
}

/** @throws StartRefused unless the folder is empty or missing */
export function requireEmptyFolder(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartRefused(
      `Backups can only be restored to an empty data directory. ${dataDir} is not empty.`,
    )
}

/** @throws StartRefused if the database has any of our tables */
export async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  if (!(await isEmptyDatabase(databaseUrl)))
    throw new StartRefused('Backups can only be restored to an empty database. This one has tables.')
}

/** @throws StartRefused if there are files in the storage */
export async function requireEmptyStorage(storage: Storage): Promise<void> {
  for (const area of AREAS)
    for await (const key of storage.area(area).keys())
      throw new StartRefused(
        `Backups can only be restored to an empty storage. ${storage.where} has ${area}/${key}.`,
      )
}

async function write(content: Readable, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
}

/** Writes a backup's files to the storage and the data directory, readable only by the server's user. */
export async function restoreFiles(
  backup: CheckedBackup,
  { dataDir, storage }: { dataDir: string; storage: Storage },
): Promise<number> {
  const names = Object.keys(backup.manifest.entries).filter((name) => name.startsWith(FILES))
  const folder = await temporaryFolder()
  try {
    for (const entry of names) {
      const name = entry.slice(FILES.length)
      const stored = parseStoredName(name)
      if (!stored) await write(await backup.read(entry), path.join(dataDir, name))
      else {
        const local = path.join(folder, 'file')
        await write(await backup.read(entry), local)
        await storage.area(stored.area).put(stored.name, { path: local })
        await rm(local)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return names.length
}

// Deletes all stored files.
async function emptyStorage(storage: Storage): Promise<void> {
  for (const area of AREAS) {
    const store = storage.area(area)
    for await (const key of store.keys()) await store.removeKey(key)
  }
}

/** Loads a backup's rows into a database with the same schema. */
export function restoreRows(backup: CheckedBackup, databaseUrl: string): Promise<void> {
  return loadTables(databaseUrl, backup.manifest, ({ table }) => backup.read(buildRowsPath(table)))
}

/**
 * Runs `work` with an empty data directory and storage. A server refuses to start with them until `work` is done; a
 * failure empties both again.
 */
export async function restoring<T>(
  { dataDir, storage }: { dataDir: string; storage: Storage },
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const mark = unfinishedRestore(dataDir)
  writeFileSync(mark, 'A restore to this folder is running or was interrupted.\n')
  try {
    return await work()
  } catch (error) {
    await emptyStorage(storage)
    for (const name of await readdir(dataDir))
      await rm(path.join(dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    await rm(mark, { force: true })
  }
}
