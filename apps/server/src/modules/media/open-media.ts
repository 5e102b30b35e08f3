import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA_FILES, type MediaFile } from '@nollie/contract/media'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { folderIn } from '../../platform/files/index.ts'
import { Refusal } from '../../platform/http/index.ts'
import { makeCollector } from './unused-media.service.ts'
import { checkContainer } from './formats/check-container.ts'
import { FileRefused } from './formats/file-refused.ts'
import { newKey } from './file-keys.ts'
import { findMedia, type MediaRow } from './media.queries.ts'
import { insertUpload, markArrived } from './media-status.queries.ts'
import { type MediaDeps, type MediaParts, openParts } from './media-deps.ts'
import { unprocessable } from './media.service.ts'
import { GIVEN_UP, giveUp, processItem } from './processing/processing.service.ts'
import { type Format, type Kind, sniff, SNIFFED_BYTES } from './formats/file-format.ts'
import { insertPart, type UploadPart } from './uploads/uploads.queries.ts'
import { beginUpload, findRefusal } from './uploads/accept-upload.service.ts'
import { makePartName, uploadKey } from './resume-upload.store.ts'
import { MediaWork } from './processing/processing-queue.service.ts'

/** The media module's API for other modules and programs. */
export type MediaModule = {
  /** Dependencies shared by this module's services. */
  parts: MediaParts
  /** This process's workers. */
  work: MediaWork
  /** Whether a usable video encoder is available. */
  takesVideos: boolean
  /** Runs one collector round. */
  sweep: () => Promise<void>
  /** Throws if files can't be stored. */
  check: () => Promise<void>
  /** Creates a photo for a person from bytes in memory, without an upload. Used for sample content and imports. */
  addPicture: (owner_id: string, bytes: Uint8Array) => Promise<string>
  /**
   * Adds a person's photo or video from bytes in memory, bypassing uploads and their quotas. Used for imports. A photo
   * is processed immediately; a video waits for the server's workers.
   * @throws Refusal WRONG_TYPE, TOO_LARGE, UNPROCESSABLE
   */
  addFile: (owner_id: string, bytes: Buffer) => Promise<string>
  /** Checks a file like `addFile` and inserts its row without content. For a trial import, which is rolled back. */
  tryFile: (tx: Tx, owner_id: string, bytes: Buffer) => Promise<string>
  /** Lists the finished files that currently exist under a key. */
  listFiles: (key: string) => AsyncIterable<StoredFile>
  /**
   * Like `addPicture`, but within the person's quotas.
   * @throws Refusal QUOTA, TOO_LARGE, UNPROCESSABLE
   */
  storePicture: (owner_id: string, bytes: Uint8Array) => Promise<string>
  /** Starts the collector. Its first round runs immediately and cleans up after a server that was killed. */
  start: () => void
  /** Ends the child processes. Unfinished items are processed after the next start. */
  close: () => Promise<void>
}

const LOOK_MS = 100

/** A finished file of a photo or video. */
export type StoredFile = { file: MediaFile; bytes: number; read: () => Promise<Readable> }

async function* listFiles({ files }: MediaParts, key: string): AsyncGenerator<StoredFile> {
  for (const file of MEDIA_FILES) {
    const facts = await files.stat(`${key}/${file}`)
    if (facts) yield { file, bytes: facts.size, read: () => files.read(`${key}/${file}`) }
  }
}

// Stores a complete upload as one part. The part's row is inserted together with the item's.
async function writeUpload(parts: MediaParts, id: string, bytes: Uint8Array): Promise<UploadPart> {
  const part = { start: 0, bytes: bytes.length, file: makePartName(0) }
  await parts.uploads.put(`${uploadKey(id)}/${part.file}`, bytes)
  return part
}

function requireReady(row: MediaRow | undefined): string {
  if (row?.status !== 'ready') throw unprocessable(row?.failure)
  return row.id
}

// Processes the item in this process, which may have no workers. The item's claim prevents workers in other processes
// from taking it.
async function addPicture(parts: MediaParts, owner_id: string, bytes: Uint8Array): Promise<string> {
  const id = uuid()
  const claim = randomUUID()
  const part = await writeUpload(parts, id, bytes)
  const row = await parts.db.transaction().execute(async (tx) => {
    await insertUpload(tx, { id, owner_id, type: 'image', bytes: bytes.length })
    await insertPart(tx, id, part)
    return markArrived(tx, id, { type: 'image', key: newKey(), claim })
  })
  if (row?.key)
    await processItem(parts, { ...row, key: row.key, claim, extra: false }, new AbortController().signal)
  await giveUp(parts, id, GIVEN_UP)
  return requireReady(await findMedia(parts.db, id))
}

function requireKind(parts: MediaParts, bytes: Buffer): Kind {
  const kind = sniff(bytes.subarray(0, SNIFFED_BYTES))
  const refusal = findRefusal(parts, kind, bytes.length)
  if (refusal || !kind) throw refusal ?? new Refusal('WRONG_TYPE')
  return kind
}

async function checkVideo({ workDir }: MediaParts, bytes: Buffer, format: Format): Promise<void> {
  const folder = await folderIn(workDir, 'check-')
  try {
    const file = path.join(folder, 'upload')
    await writeFile(file, bytes, { mode: 0o600 })
    await checkContainer(file, format)
  } catch (error) {
    throw error instanceof FileRefused ? new Refusal('UNPROCESSABLE', { detail: error.sentence }) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addFile(parts: MediaParts, owner_id: string, bytes: Buffer): Promise<string> {
  const { type, format } = requireKind(parts, bytes)
  if (type === 'image') return addPicture(parts, owner_id, bytes)
  await checkVideo(parts, bytes, format)
  const id = uuid()
  const part = await writeUpload(parts, id, bytes)
  await parts.db.transaction().execute(async (tx) => {
    await insertUpload(tx, { id, owner_id, type, bytes: bytes.length })
    await insertPart(tx, id, part)
    await markArrived(tx, id, { type, key: newKey() })
  })
  return id
}

async function tryFile(parts: MediaParts, tx: Tx, owner_id: string, bytes: Buffer): Promise<string> {
  requireKind(parts, bytes)
  const id = uuid()
  await insertUpload(tx, { id, owner_id, type: 'video', bytes: bytes.length })
  await markArrived(tx, id, { type: 'video', key: newKey() })
  return id
}

async function storePicture(parts: MediaParts, owner_id: string, bytes: Uint8Array): Promise<string> {
  const upload = { filetype: 'image/jpeg', filename: '', bytes: bytes.length }
  const { id } = await beginUpload(parts, owner_id, upload)
  const part = await writeUpload(parts, id, bytes)
  await parts.db.transaction().execute(async (tx) => {
    await insertPart(tx, id, part)
    await markArrived(tx, id, { type: 'image', key: newKey() })
  })
  // The item waits in the queue like the person's uploads.
  parts.wake()
  for (;;) {
    const row = await findMedia(parts.db, id)
    if (row?.status !== 'processing') return requireReady(row)
    if (parts.stopping) throw new Error('the server is stopping')
    await sleep(LOOK_MS)
  }
}

/** Opens the storage and creates the workers. Nothing runs until the module's schedules and jobs start. */
export async function openMedia(deps: MediaDeps): Promise<MediaModule> {
  const parts = await openParts(deps)
  const work = new MediaWork(parts)
  const sweep = makeCollector(parts)
  let first: Promise<void> | undefined
  return {
    parts,
    work,
    takesVideos: parts.encoder !== null,
    sweep,
    check: () => parts.files.check(),
    listFiles: (key) => listFiles(parts, key),
    addPicture: (owner_id, bytes) => addPicture(parts, owner_id, bytes),
    addFile: (owner_id, bytes) => addFile(parts, owner_id, bytes),
    tryFile: (tx, owner_id, bytes) => tryFile(parts, tx, owner_id, bytes),
    storePicture: (owner_id, bytes) => storePicture(parts, owner_id, bytes),
    start: () => {
      first = sweep().catch((error: unknown) => deps.log.error({ err: error }, 'media collector'))
    },
    close: async () => {
      parts.stopping = true
      await work.close()
      parts.pool.close()
      await first
      await rm(parts.workDir, { recursive: true, force: true })
    },
  }
}
