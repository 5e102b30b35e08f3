import { tmpdir } from 'node:os'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { type FileStore, type Storage, temporaryFolder } from '../../platform/files/index.ts'
import type { Cdn } from './cdn.ts'
import { PicturePool, type PoolOptions } from './picture-pool.ts'
import type { ScannerAddress } from './virus-scanner.ts'
import { canEncode, findVideoEncoder, VideoEncoder } from './convert-video.ts'

/** Values that an operator or a test can override. */
export type MediaFigures = {
  /** Seconds after which an incomplete upload, or an item without a post, is deleted. */
  abandonedAfter: number
  /** Seconds between the collector's mark and the deletion. */
  unwantedFor: number
  /** Seconds after which files of an interrupted attempt are deleted; longer than any attempt. */
  leftoversAfter: number
  /** Seconds between two rounds of the collector. */
  sweepEvery: number
  /** Seconds between scans of the whole store for files without a row. */
  orphansEvery: number
  /** Folder in which each process creates one for its temporary files. */
  tempDir: string
  filesPerDay: number
  storageBytes: number
  pictures: PoolOptions
  /** Concurrent video encodings. */
  encodes: number
}

const FIGURES: MediaFigures = {
  abandonedAfter: 24 * 3600,
  unwantedFor: 3600,
  leftoversAfter: 2 * 3600,
  sweepEvery: 60,
  orphansEvery: 3600,
  tempDir: tmpdir(),
  filesPerDay: LIMITS.files_per_day,
  storageBytes: LIMITS.storage_bytes,
  pictures: {},
  encodes: 2,
}

/** The dependencies of the module. */
export type MediaDeps = {
  db: Db
  log: FastifyBaseLogger
  /** Uploads and finished files. */
  storage: Storage
  /** Path of ffmpeg, or of the addon with its libraries; null refuses videos. */
  videoEncoder: string | null
  /** Where browsers get files from instead of this server; null: from this server. */
  cdn?: Cdn | null
  /** The virus scanner that reads every file first; null: none. */
  scanner?: ScannerAddress | null
  figures?: Partial<MediaFigures>
}

/** Shared by the services of this module. */
export type MediaParts = Omit<MediaDeps, 'storage' | 'videoEncoder' | 'cdn' | 'scanner' | 'figures'> & {
  figures: MediaFigures
  /** Finished files, by `<key>/<file>`. */
  files: FileStore
  /** Parts of uploads (resume-upload.store.ts). */
  uploads: FileStore
  /** Folder of this process for temporary files. */
  workDir: string
  pool: PicturePool
  encoder: VideoEncoder | null
  cdn: Cdn | null
  scanner: ScannerAddress | null
  /** True while the server stops: an aborted item is put back instead of failing. */
  stopping: boolean
  /** Makes the workers look for items. */
  wake: () => void
  /** Aborts the processing of an item, if this process has claimed it. */
  callOff: (media_id: string) => void
}

// Also null for an encoder without H.264 and AAC.
const openEncoder = async ({ videoEncoder, log }: MediaDeps): Promise<VideoEncoder | null> => {
  if (videoEncoder === null) return null
  const isUsable = videoEncoder.endsWith('.node')
    ? await canEncode(videoEncoder)
    : (await findVideoEncoder(path.dirname(videoEncoder))) !== null
  if (!isUsable) log.warn({ videoEncoder }, 'ffmpeg lacks ffprobe, libx264 or aac: videos are refused')
  return isUsable ? new VideoEncoder(videoEncoder) : null
}

/** Creates the temporary folder and the tools; starts nothing. */
export const openParts = async (deps: MediaDeps): Promise<MediaParts> => {
  const { db, log, storage } = deps
  const figures = { ...FIGURES, ...deps.figures }
  const workDir = await temporaryFolder(figures.tempDir)
  return {
    ...{ db, log, figures, workDir },
    files: storage.area('media'),
    uploads: storage.area('uploads'),
    pool: new PicturePool([workDir], figures.pictures),
    encoder: await openEncoder(deps),
    cdn: deps.cdn ?? null,
    scanner: deps.scanner ?? null,
    stopping: false,
    wake: () => {},
    callOff: () => {},
  }
}
