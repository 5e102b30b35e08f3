import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEDIA_FILES, type MediaFile } from '@nollie/contract/media'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { makeCollector } from './collector.service.ts'
import { checkContainer } from './containers.ts'
import { FileRefused } from './file-refused.ts'
import { newKey } from './keys.ts'
import { findMedia, insertUpload, type MediaRow, markArrived } from './media.queries.ts'
import { type MediaDeps, type MediaParts, openParts } from './parts.ts'
import { giveUp, processItem } from './processing.service.ts'
import { type Kind, sniff, SNIFFED_BYTES } from './sniff.ts'
import { removeUploadFiles } from './uploads.store.ts'
import { beginUpload, refusalOf } from './uploads.service.ts'
import { MediaWork } from './work.service.ts'

/** Media as other modules and programs work with it. */
export type MediaModule = {
  /** What the services of this module share. */
  parts: MediaParts
  /** The workers of this process. */
  work: MediaWork
  /** Whether there is an encoder that can be used. */
  takesVideos: boolean
  /** One round of the collector. */
  sweep: () => Promise<void>
  /** Throws when files cannot be stored. */
  check: () => Promise<void>
  /** Makes a picture of a person's from bytes at hand, without an upload: for sample content and imports. */
  addPicture: (owner_id: string, bytes: Uint8Array) => Promise<string>
  /**
   * Takes a photo or video of a person's from bytes at hand, without an upload and its quotas: for imports. A photo is
   * made at once; a video waits for the workers of the server. Throws Refusal WRONG_TYPE, TOO_LARGE, UNPROCESSABLE.
   */
  addFile: (owner_id: string, bytes: Buffer) => Promise<string>
  /** Checks a file as `addFile` does and makes the row for it, without its content: for a trial that is rolled back. */
  tryFile: (tx: Tx, owner_id: string, bytes: Buffer) => Promise<string>
  /** The finished files of a key that are there at this moment. */
  filesOf: (key: string) => AsyncIterable<StoredFile>
  /** Like `addPicture`, within what the person may upload and keep; throws Refusal QUOTA, TOO_LARGE, UNPROCESSABLE. */
  storePicture: (owner_id: string, bytes: Uint8Array) => Promise<string>
  /** Begins to collect; the first round, at once, ends what a killed server left half-done. */
  start: () => void
  /** Ends the processes that work on files; what they were at is done by the next start. */
  close: () => Promise<void>
}

const LOOK_MS = 100

/** One finished file of a photo or video. */
export type StoredFile = { file: MediaFile; bytes: number; read: () => Readable }

async function* filesOf({ files }: MediaParts, key: string): AsyncGenerator<StoredFile> {
  for (const file of MEDIA_FILES) {
    const facts = await files.stat(`${key}/${file}`)
    if (facts) yield { file, bytes: facts.size, read: () => files.read(`${key}/${file}`) }
  }
}

const writeUpload = (parts: MediaParts, id: string, bytes: Uint8Array) =>
  writeFile(path.join(parts.uploadsDir, id), bytes, { mode: 0o600 })

const requireReady = (row: MediaRow | undefined): string => {
  if (row?.status !== 'ready') throw new Refusal('UNPROCESSABLE', { detail: row?.failure ?? undefined })
  return row.id
}

// Made at once by this process, which may be one without workers: nobody else takes the item up.
const addPicture = async (parts: MediaParts, owner_id: string, bytes: Uint8Array): Promise<string> => {
  const id = uuid()
  const claim = randomUUID()
  await writeUpload(parts, id, bytes)
  const row = await parts.db.transaction().execute(async (tx) => {
    await insertUpload(tx, { id, owner_id, type: 'image', bytes: bytes.length })
    return markArrived(tx, id, { type: 'image', key: newKey(), claim })
  })
  if (row?.key)
    await processItem(parts, { ...row, key: row.key, claim, extra: false }, new AbortController().signal)
  await giveUp(parts, id, 'This file could not be processed.')
  return requireReady(await findMedia(parts.db, id))
}

const requireKind = (parts: MediaParts, bytes: Buffer): Kind => {
  const kind = sniff(bytes.subarray(0, SNIFFED_BYTES))
  const refusal = refusalOf(parts, kind, bytes.length)
  if (refusal || !kind) throw refusal ?? new Refusal('WRONG_TYPE')
  return kind
}

const addFile = async (parts: MediaParts, owner_id: string, bytes: Buffer): Promise<string> => {
  const { type, format } = requireKind(parts, bytes)
  if (type === 'image') return addPicture(parts, owner_id, bytes)
  const id = uuid()
  await writeUpload(parts, id, bytes)
  try {
    await checkContainer(path.join(parts.uploadsDir, id), format)
  } catch (error) {
    await removeUploadFiles(parts.uploadsDir, id)
    throw error instanceof FileRefused ? new Refusal('UNPROCESSABLE', { detail: error.message }) : error
  }
  await parts.db.transaction().execute(async (tx) => {
    await insertUpload(tx, { id, owner_id, type, bytes: bytes.length })
    await markArrived(tx, id, { type, key: newKey() })
  })
  return id
}

const tryFile = async (parts: MediaParts, tx: Tx, owner_id: string, bytes: Buffer): Promise<string> => {
  requireKind(parts, bytes)
  const id = uuid()
  await insertUpload(tx, { id, owner_id, type: 'video', bytes: bytes.length })
  await markArrived(tx, id, { type: 'video', key: newKey() })
  return id
}

const storePicture = async (parts: MediaParts, owner_id: string, bytes: Uint8Array): Promise<string> => {
  const upload = { filetype: 'image/jpeg', filename: '', bytes: bytes.length }
  const { id } = await beginUpload(parts, owner_id, upload)
  await writeUpload(parts, id, bytes)
  await parts.db.transaction().execute((tx) => markArrived(tx, id, { type: 'image', key: newKey() }))
  // It waits for its turn like every other file of theirs.
  parts.wake()
  for (;;) {
    const row = await findMedia(parts.db, id)
    if (row?.status !== 'processing') return requireReady(row)
    if (parts.stopping) throw new Error('the server is stopping')
    await sleep(LOOK_MS)
  }
}

/** Opens the folders and workers of media. By itself nothing runs: the server's schedules and jobs do that. */
export const openMedia = async (deps: MediaDeps): Promise<MediaModule> => {
  const parts = await openParts(deps)
  const work = new MediaWork(parts)
  const sweep = makeCollector(parts)
  let first: Promise<void> | undefined
  return {
    ...{ parts, work },
    takesVideos: parts.encoder !== null,
    sweep,
    check: () => parts.files.check(),
    filesOf: (key) => filesOf(parts, key),
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
    },
  }
}
