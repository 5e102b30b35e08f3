import { chmod, mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { DiskStore } from '../../platform/files/index.ts'
import { PicturePool, type PoolOptions } from './picture-pool.ts'
import { canEncode, findVideoEncoder, VideoEncoder } from './video-encoder.ts'

/** Figures an operator or a test may replace. */
export type MediaFigures = {
  /** Seconds after which an upload that never ended, or a file that no post took, is given up. */
  abandonedAfter: number
  /** Seconds between the mark of the collector and the deletion. */
  unwantedFor: number
  /** Seconds after which what a try left behind is removed; longer than any try. */
  leftoversAfter: number
  /** Seconds between two rounds of the collector. */
  sweepEvery: number
  filesPerDay: number
  storageBytes: number
  pictures: PoolOptions
  /** Videos encoded at once. */
  encodes: number
}

const FIGURES: MediaFigures = {
  abandonedAfter: 24 * 3600,
  unwantedFor: 3600,
  leftoversAfter: 2 * 3600,
  sweepEvery: 60,
  filesPerDay: LIMITS.files_per_day,
  storageBytes: LIMITS.storage_bytes,
  pictures: {},
  encodes: 2,
}

/** What media needs from the composition. */
export type MediaDeps = {
  db: Db
  log: FastifyBaseLogger
  /** `media/`, `uploads/` and `work/` are made in it. */
  dataDir: string
  /** Path of ffmpeg, or of the addon with its libraries; null refuses videos. */
  videoEncoder: string | null
  figures?: Partial<MediaFigures>
}

/** What the services of this module share. */
export type MediaParts = Omit<MediaDeps, 'dataDir' | 'videoEncoder' | 'figures'> & {
  figures: MediaFigures
  /** Finished files, by `<key>/<file>`. */
  files: DiskStore
  /** Folder of uploads, each a file named by its media id, with its length in `<id>.json`. */
  uploadsDir: string
  /** Folder for what a job writes on its way. */
  workDir: string
  pool: PicturePool
  encoder: VideoEncoder | null
  /** True once the server is stopping: work in progress is left to its next start. */
  stopping: boolean
  /** Signals that there may be work for the workers. */
  wake: () => void
  /** Ends the work on an item, where this process is at it. */
  callOff: (media_id: string) => void
}

const privateFolder = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  return realpath(folder)
}

// One that cannot make H.264 and AAC is no encoder.
const openEncoder = async ({ videoEncoder, log }: MediaDeps): Promise<VideoEncoder | null> => {
  if (videoEncoder === null) return null
  const isUsable = videoEncoder.endsWith('.node')
    ? await canEncode(videoEncoder)
    : (await findVideoEncoder(path.dirname(videoEncoder))) !== null
  if (!isUsable) log.warn({ videoEncoder }, 'ffmpeg lacks ffprobe, libx264 or aac: videos are refused')
  return isUsable ? new VideoEncoder(videoEncoder) : null
}

/** Makes the folders and what works on them; nothing runs yet. */
export const openParts = async (deps: MediaDeps): Promise<MediaParts> => {
  const { db, log } = deps
  const figures = { ...FIGURES, ...deps.figures }
  const uploadsDir = await privateFolder(path.join(deps.dataDir, 'uploads'))
  const workDir = await privateFolder(path.join(deps.dataDir, 'work'))
  const files = new DiskStore(await privateFolder(path.join(deps.dataDir, 'media')))
  return {
    ...{ db, log, figures, files, uploadsDir, workDir },
    pool: new PicturePool([uploadsDir, workDir], figures.pictures),
    encoder: await openEncoder(deps),
    stopping: false,
    wake: () => {},
    callOff: () => {},
  }
}
