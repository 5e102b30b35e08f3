import { tmpdir } from 'node:os'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { type FileStore, type Storage, temporaryFolder } from '../../platform/files/index.ts'
import type { Cdn } from './delivery/cdn.ts'
import { PicturePool, type PoolOptions } from './photos/picture-pool.ts'
import type { ScannerAddress } from './processing/virus-scanner.ts'
import { canEncode, findVideoEncoder, VideoEncoder } from './videos/convert-video.ts'

/** Settings that an operator or a test can override. */
export type MediaFigures = {
  /** Seconds until incomplete uploads and items without a post are deleted. */
  abandonedAfter: number
  /** Seconds between the garbage collector marking an item and deleting it. */
  unwantedFor: number
  /** Seconds until the files from an interrupted attempt are deleted. Longer than any attempt takes. */
  leftoversAfter: number
  /** Seconds between collector rounds. */
  sweepEvery: number
  /** Seconds between scans of the whole store for files without a row. */
  orphansEvery: number
  /** Parent folder. Each process creates a subfolder in it for temporary files. */
  tempDir: string
  filesPerDay: number
  storageBytes: number
  pictures: PoolOptions
  /** Maximum number of concurrent video encodings. */
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

/** The media module's dependencies. */
export type MediaDeps = {
  db: Db
  log: FastifyBaseLogger
  /** Storage for uploads and finished files. */
  storage: Storage
  /** Path to ffmpeg, or to the addon with its libraries. If null, videos are refused. */
  videoEncoder: string | null
  /** The CDN that serves files to browsers. If null, this server serves them. */
  cdn?: Cdn | null
  /** The virus scanner that checks every file first. If null, files aren't scanned. */
  scanner?: ScannerAddress | null
  figures?: Partial<MediaFigures>
}

/** Dependencies shared by this module's services. */
export type MediaParts = Omit<MediaDeps, 'storage' | 'videoEncoder' | 'cdn' | 'scanner' | 'figures'> & {
  figures: MediaFigures
  /** Finished files, stored as `<key>/<file>`. */
  files: FileStore
  /** Upload parts (resume-upload.store.ts). */
  uploads: FileStore
  /** This process's folder for temporary files. */
  workDir: string
  pool: PicturePool
  encoder: VideoEncoder | null
  cdn: Cdn | null
  scanner: ScannerAddress | null
  /** True while the server is shutting down. An aborted item is then put back in the queue instead of failing. */
  stopping: boolean
  /** Wakes the workers so that they look for items. */
  wake: () => void
  /** Aborts processing of an item if this process has claimed it. */
  callOff: (media_id: string) => void
}

// Also returns null for an encoder without H.264 and AAC.
async function openEncoder({ videoEncoder, log }: MediaDeps): Promise<VideoEncoder | null> {
  if (videoEncoder === null) return null
  const isUsable = videoEncoder.endsWith('.node')
    ? await canEncode(videoEncoder)
    : (await findVideoEncoder(path.dirname(videoEncoder))) !== null
  if (!isUsable)
    log.warn({ videoEncoder }, 'ffmpeg is missing ffprobe, libx264, or aac, so videos are refused')
  return isUsable ? new VideoEncoder(videoEncoder) : null
}

/** Creates the temporary folder and the tools. Doesn't start any work. */
export async function openParts(deps: MediaDeps): Promise<MediaParts> {
  const { db, log, storage } = deps
  const figures = { ...FIGURES, ...deps.figures }
  const workDir = await temporaryFolder(figures.tempDir)
  return {
    db,
    log,
    figures,
    workDir,
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
