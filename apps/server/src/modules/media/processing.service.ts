import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { MediaEvent } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { type JobRun, jobKind } from '../../platform/jobs/index.ts'
import { checkContainer } from './containers.ts'
import { ChildCrashed, FileRefused } from './file-refused.ts'
import { removeFiles } from './media.service.ts'
import { beginTry, forgetTry, type MediaRow, markFailed, markReady, savePoster } from './media.queries.ts'
import type { MediaParts } from './parts.ts'
import type { PictureFacts } from './pictures.ts'
import { type Format, sniffFile } from './sniff.ts'

type Data = { media_id: string }

/** A file that brings its worker down this often is given up. */
export const MOST_TRIES = 3

const PICTURES = jobKind<Data>({
  name: 'media-picture',
  retries: MOST_TRIES - 1,
  retryDelay: 2,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  concurrency: 2,
})
// Videos wait for each other and for nobody else.
const VIDEOS = jobKind<Data>({
  name: 'media-video',
  retries: MOST_TRIES - 1,
  retryDelay: 5,
  expireInSeconds: 900,
  heartbeatSeconds: 10,
  concurrency: 1,
})
const LATER_SECONDS = 30
const GIVEN_UP = 'This file could not be processed.'

const kindOf = (type: MediaRow['type']) => (type === 'image' ? PICTURES : VIDEOS)

/** Hands an item to the workers when `tx` commits. */
export const enqueue = (parts: MediaParts, tx: Tx, type: MediaRow['type'], media_id: string): Promise<void> =>
  parts.jobs.send(tx, kindOf(type), { media_id })

// Only its owner hears of it, in the transaction of the change.
const announce = async (tx: Tx, row: MediaRow, status: MediaEvent['status']): Promise<void> => {
  if (row.owner_id === null) return
  const data: MediaEvent = { media_id: row.id, status }
  await appendEvent(tx, { topic: `user:${row.owner_id}`, name: 'media', data })
}

/** Ends an item as failed, for everybody to see why, and removes what there is of it. */
export const giveUp = async (parts: MediaParts, id: string, failure: string): Promise<void> => {
  const row = await parts.db.transaction().execute(async (tx) => {
    const failed = await markFailed(tx, id, failure)
    if (failed) await announce(tx, failed, 'failed')
    return failed
  })
  if (!row) return
  await removeFiles(parts, [row])
}

type Begun = MediaRow & { key: string }
type Work = { row: Begun; upload: string; format: Format; signal?: AbortSignal }

const makePictures = async (parts: MediaParts, { row, signal }: Work, from: string, format: Format) => {
  let bytes = 0
  const facts = await parts.pool.make(
    { path: from, format },
    async (file, content) => {
      bytes += await parts.files.put(`${row.key}/${file}`, content)
    },
    signal,
  )
  return { facts, bytes }
}

// Everything is on the disk before the row says so; if the row went away meanwhile, so do the files.
const finish = async (
  parts: MediaParts,
  row: Begun,
  facts: Partial<PictureFacts> & { duration?: number; added_bytes: number },
): Promise<void> => {
  const ready = await parts.db.transaction().execute(async (tx) => {
    const done = await markReady(tx, row.id, facts)
    if (done) await announce(tx, done, 'ready')
    return done
  })
  await removeFiles(parts, [{ id: row.id, key: ready ? null : row.key }])
}

const processPicture = async (parts: MediaParts, work: Work): Promise<void> => {
  const { facts, bytes } = await makePictures(parts, work, work.upload, work.format)
  await finish(parts, work.row, { ...facts, added_bytes: bytes })
}

const processVideo = async (parts: MediaParts, work: Work): Promise<void> => {
  const { row, upload, format, signal } = work
  if (!parts.encoder) throw new FileRefused('This server has no video encoder any more.')
  await checkContainer(upload, format)
  const folder = await mkdtemp(path.join(parts.workDir, `${row.id}-`))
  try {
    const video = await parts.encoder.open(upload, format, signal)
    if (row.thumbhash === null) {
      const poster = path.join(folder, 'poster.png')
      await parts.encoder.poster(video, poster, signal)
      const { facts, bytes } = await makePictures(parts, work, poster, 'png')
      await parts.db.transaction().execute(async (tx) => {
        const saved = await savePoster(tx, row.id, { ...facts, stored_bytes: bytes })
        if (saved) await announce(tx, saved, 'processing')
      })
    }
    const target = path.join(folder, 'video.mp4')
    const { duration } = await parts.encoder.encode(video, target, signal)
    const size = await parts.files.put(`${row.key}/video.mp4`, createReadStream(target))
    await finish(parts, row, { duration, added_bytes: size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

// No fault of the file: the try does not count, and the queue's own count begins anew.
const postpone = async (parts: MediaParts, row: MediaRow, seconds: number): Promise<void> => {
  await forgetTry(parts.db, row.id)
  await parts.jobs.send(parts.db, kindOf(row.type), { media_id: row.id }, { startAfterSeconds: seconds })
}

const attempt = async (parts: MediaParts, row: Begun, signal?: AbortSignal): Promise<void> => {
  const upload = path.join(parts.uploadsDir, row.id)
  const kind = await sniffFile(upload)
  if (!kind || kind.type !== row.type) throw new FileRefused(GIVEN_UP, 'the content changed')
  const work = { row, upload, format: kind.format, ...(signal && { signal }) }
  await (row.type === 'image' ? processPicture(parts, work) : processVideo(parts, work))
}

/**
 * One try at an item. A file that cannot be processed ends as failed at once, one that brings its worker down after
 * {@link MOST_TRIES}; a full disk or a stopping server is waited out.
 * @throws what went wrong, where another try may help
 */
export const processMedia = async (
  parts: MediaParts,
  { data, lastTry, signal }: Pick<JobRun<Data>, 'data' | 'lastTry'> & { signal?: AbortSignal },
): Promise<void> => {
  const row = await beginTry(parts.db, data.media_id)
  if (!row?.key) return
  const { id, key, tries } = row
  try {
    if (tries > MOST_TRIES) throw new FileRefused(GIVEN_UP, 'its workers died')
    await attempt(parts, { ...row, key }, signal)
  } catch (error) {
    if (parts.stopping) return postpone(parts, row, 1)
    if (error instanceof FileRefused) {
      parts.log.info({ media_id: id, said: error.said }, 'media refused')
      return giveUp(parts, id, error.message)
    }
    if (isFull(error)) {
      parts.log.error({ err: error }, 'storage is full')
      return postpone(parts, row, LATER_SECONDS)
    }
    parts.log.warn({ media_id: id, tries, err: error }, 'media processing failed')
    const final = lastTry || tries >= MOST_TRIES || (isAbsent(error) && !(error instanceof ChildCrashed))
    if (final) return giveUp(parts, id, GIVEN_UP)
    throw error
  }
}

/** Registers the workers; before the jobs are started. */
export const registerProcessing = (parts: MediaParts): void => {
  parts.jobs.work(PICTURES, (run) => processMedia(parts, run))
  parts.jobs.work(VIDEOS, (run) => processMedia(parts, run))
}
