import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MediaEvent } from '@nollie/contract'
import type { MediaFile } from '@nollie/contract/media'
import { appendEvent } from '../../../db/events.ts'
import type { Tx } from '../../../db/open.ts'
import { folderIn, StorageUnavailable } from '../../../platform/files/index.ts'
import { measured } from '../../../platform/telemetry/index.ts'
import { checkContainer, unreadableVideo } from '../formats/check-container.ts'
import { ChildCrashed, FileRefused, OutOfTime } from '../formats/file-refused.ts'
import { removeFiles } from '../media.service.ts'
import { endLargest, markFailed, markReady, savePoster } from '../media-status.queries.ts'
import { findMedia, type MediaRow } from '../media.queries.ts'
import type { MediaParts } from '../media-deps.ts'
import type { Part, PictureFacts } from '../photos/pictures.ts'
import { type Format, type Kind, mayBeAnimated, sniffFile } from '../formats/file-format.ts'
import { fetchUpload } from '../resume-upload.store.ts'
import { type Claimed, releaseClaim } from './processing-queue.queries.ts'
import { requireHarmless, ScannerDown } from './virus-scanner.ts'
import { say, type Sentence, writeSentence } from '../../../platform/languages/index.ts'

/** How many times an item may crash its worker before it fails. */
export const MAX_TRIES = 3

/** Seconds before the second attempt. The delay before the third is twice as long. */
const RETRY_SECONDS = { image: 2, video: 5 } as const
const LATER_SECONDS = 30
/** The message shown if the cause is unknown. */
export const GIVEN_UP = say`This file couldn’t be processed.`

// Publishes a status change to the owner only, in the transaction that changes it.
async function publishStatus(tx: Tx, row: MediaRow, status: MediaEvent['status']): Promise<void> {
  if (row.owner_id === null) return
  const data: MediaEvent = { media_id: row.id, status }
  await appendEvent(tx, { topic: `user:${row.owner_id}`, name: 'media', data })
}

/** Marks an item as failed, with a reason, and deletes its files. */
export async function giveUp(parts: MediaParts, id: string, failure: Sentence): Promise<void> {
  const row = await parts.db.transaction().execute(async (tx) => {
    const failed = await markFailed(tx, id, writeSentence(failure))
    if (failed) await publishStatus(tx, failed, 'failed')
    return failed
  })
  if (!row) return
  await removeFiles(parts, [row])
}

type Work = { row: Claimed; folder: string; upload: string; format: Format; signal: AbortSignal }
type From = { path: string; format: Format; part: Part }

/** The last file to be written. Once it exists, all of an item's images do. */
const LARGEST: MediaFile = '2048.avif'

async function makePictures(parts: MediaParts, { row, signal }: Work, from: From) {
  let bytes = 0
  let isWhole = false
  const facts = await parts.pool.make(
    { ...from, yielding: row.extra || from.part === 'largest' },
    async (file, content) => {
      bytes += await parts.files.put(`${row.key}/${file}`, content)
      isWhole ||= file === LARGEST
    },
    signal,
  )
  return { facts, bytes, isWhole }
}

// Deletes the new files if the item was deleted while it was being processed.
async function removeOfGone(parts: MediaParts, row: Claimed): Promise<void> {
  if (!(await findMedia(parts.db, row.id))) await removeFiles(parts, [row])
}

type Finished = Partial<PictureFacts> & { duration?: number; largest_pending?: boolean; added_bytes: number }

// Call it after every file is stored. Deletes the upload once all its images and videos are made.
async function finish(parts: MediaParts, row: Claimed, facts: Finished): Promise<void> {
  const ready = await parts.db.transaction().execute(async (tx) => {
    const done = await markReady(tx, row.id, facts)
    if (done) await publishStatus(tx, done, 'ready')
    return done
  })
  if (!ready) return removeOfGone(parts, row)
  if (!ready.largest_pending) await removeFiles(parts, [{ id: row.id, key: null }])
}

// Decodes a JPEG twice, because that is cheap and people wait only for the images shown first. Other formats are
// expensive to decode (HEIC) or rare, so all their sizes are made in one pass.
async function processPicture(parts: MediaParts, work: Work): Promise<void> {
  const { row, upload, format } = work
  const part = format === 'jpeg' ? 'first' : 'all'
  const { facts, bytes, isWhole } = await makePictures(parts, work, { path: upload, format, part })
  await finish(parts, row, { ...facts, added_bytes: bytes, largest_pending: !isWhole })
}

async function processLargest(parts: MediaParts, work: Work): Promise<void> {
  const { row, upload, format } = work
  const { bytes } = await makePictures(parts, work, { path: upload, format, part: 'largest' })
  const done = await endLargest(parts.db, row.id, bytes)
  if (!done) return removeOfGone(parts, row)
  await removeFiles(parts, [{ id: row.id, key: null }])
}

/** Permanently gives up on the largest files: deletes the upload, and the next smaller files are served instead. */
async function giveUpLargest(parts: MediaParts, id: string): Promise<void> {
  if (await endLargest(parts.db, id)) await removeFiles(parts, [{ id, key: null }])
}

// Replaces messages about images, which would confuse people who uploaded a video.
function speakOfVideo(error: unknown): unknown {
  if (error instanceof OutOfTime) return new OutOfTime('video', error.detail)
  return error instanceof FileRefused ? unreadableVideo(error.detail) : error
}

// Only the image child process decodes the animated image. The video converter sees only the movie made from it.
async function unpackAnimation(
  parts: MediaParts,
  { row, folder, upload, format, signal }: Work,
): Promise<Pick<Work, 'upload' | 'format'>> {
  const movie = await parts.pool.makeMovie({ path: upload, format }, { yielding: row.extra, signal })
  const target = path.join(folder, 'movie.mov')
  await writeFile(target, movie, { mode: 0o600 })
  return { upload: target, format: 'mov' }
}

// A video's poster and its encoding are separate work items, so that everyone's posters come before any encoding.
async function processVideo(parts: MediaParts, work: Work): Promise<void> {
  const { row, folder, signal } = work
  if (!parts.encoder) throw new FileRefused(say`This server no longer has a video encoder.`)
  const { upload, format } = mayBeAnimated(work.format) ? await unpackAnimation(parts, work) : work
  await checkContainer(upload, format)
  const video = await parts.encoder.open(upload, format, signal)
  if (row.thumbhash === null) {
    const poster = path.join(folder, 'poster.png')
    await parts.encoder.poster(video, poster, signal)
    const { facts, bytes } = await makePictures(parts, work, {
      path: poster,
      format: 'png',
      part: 'all',
    }).catch((error: unknown) => {
      throw speakOfVideo(error)
    })
    await parts.db.transaction().execute(async (tx) => {
      const saved = await savePoster(tx, row.id, { ...facts, stored_bytes: bytes })
      if (saved) await publishStatus(tx, saved, 'processing')
    })
    return
  }
  const target = path.join(folder, 'video.mp4')
  const { duration } = await parts.encoder.encode(video, target, signal)
  const size = await parts.files.put(`${row.key}/video.mp4`, { path: target })
  await finish(parts, row, { duration, added_bytes: size })
}

function isAbsent(error: unknown) {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function isFull(error: unknown) {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

// A video row may be for an animated image.
function isOfType({ type, format }: Kind, expected: MediaRow['type']): boolean {
  return type === expected || (expected === 'video' && mayBeAnimated(format))
}

async function attempt(parts: MediaParts, row: Claimed, signal: AbortSignal): Promise<void> {
  const folder = await folderIn(parts.workDir, `${row.id}-`)
  try {
    const upload = path.join(folder, 'upload')
    await fetchUpload(parts, row.id, upload)
    const kind = await sniffFile(upload)
    if (!kind || !isOfType(kind, row.type)) throw new FileRefused(GIVEN_UP, 'the content changed')
    // Scan before anything decodes the file. An item already in progress has been scanned.
    if (parts.scanner && row.thumbhash === null) await requireHarmless(parts.scanner, upload)
    const work = { row, folder, upload, format: kind.format, signal }
    if (row.largest_pending) await processLargest(parts, work)
    else await (row.type === 'image' ? processPicture(parts, work) : processVideo(parts, work))
  } catch (error) {
    // If a system cleanup deleted the folder, the upload still exists.
    if (isAbsent(error) && !(await stat(folder).catch(() => null)))
      throw new Error('the temporary folder was removed', { cause: error })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Returns the metric label: a photo, its largest files, a video's poster, or its encoding.
function workName({ type, largest_pending, thumbhash }: Claimed): string {
  return largest_pending ? 'largest' : type === 'image' ? 'picture' : thumbhash === null ? 'poster' : 'encode'
}

async function putBack(parts: MediaParts, row: Claimed): Promise<void> {
  await releaseClaim(parts.db, row, { seconds: 0, counted: false })
  await removeOfGone(parts, row)
}

/**
 * Makes one attempt to process a claimed item. A file that is rejected or takes too long fails immediately. A file that
 * crashes its worker fails after {@link MAX_TRIES} attempts. Storage failures, an unavailable virus scanner, and
 * shutdowns only postpone the item. A ready photo stays ready even if its largest files fail.
 * @param signal aborts the processing and puts the item back
 */
export async function processItem(parts: MediaParts, row: Claimed, signal: AbortSignal): Promise<void> {
  const { id, type, tries, largest_pending } = row
  const end = (failure: Sentence) => (largest_pending ? giveUpLargest(parts, id) : giveUp(parts, id, failure))
  try {
    if (tries > MAX_TRIES) throw new FileRefused(GIVEN_UP, 'its workers died')
    await measured('media', workName(row), () => attempt(parts, row, signal))
  } catch (error) {
    if (signal.aborted || parts.stopping) return putBack(parts, row)
    if (error instanceof FileRefused) {
      parts.log.info({ media_id: id, detail: error.detail }, 'media refused')
      return end(error.sentence)
    }
    if (isFull(error) || error instanceof StorageUnavailable || error instanceof ScannerDown) {
      parts.log.error({ err: error }, "can't process files right now")
      return releaseClaim(parts.db, row, { seconds: LATER_SECONDS, counted: false })
    }
    parts.log.warn({ media_id: id, tries, err: error }, 'media processing failed')
    if (tries >= MAX_TRIES || (isAbsent(error) && !(error instanceof ChildCrashed))) return end(GIVEN_UP)
    await releaseClaim(parts.db, row, { seconds: RETRY_SECONDS[type] * 2 ** (tries - 1), counted: true })
  }
}
