import { existsSync } from 'node:fs'
import { mkdir, readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { DiskStore } from './disk-store.ts'
import { FallbackStore } from './fallback-store.ts'
import { StartRefused } from '../start-refused.ts'
import { type FileStore, isNoSuchFile, StorageUnavailable } from './file-store.ts'
import { openS3, S3_FIGURES, type S3Figures, type S3Settings } from './s3-client.ts'
import { S3Store } from './s3-store.ts'

/** The parts of a storage, each of which is a folder in the data directory or in a bucket. */
export const AREAS = ['uploads', 'exports', 'media', 'open', 'imports'] as const

/** One of the {@link AREAS}. */
export type Area = (typeof AREAS)[number]

/** A type of storage. */
export type StoreKind = 'disk' | 's3'

/** Where files are stored. */
export type StorageSettings = {
  dataDir: string
  s3: S3Settings | null
  /**
   * Where new files are stored. If both stores are configured, files that haven't been moved yet are read from the
   * other one.
   */
  mediaStore: StoreKind
}

/** An installation's file storage. */
export type Storage = {
  /** Describes the location in messages. */
  where: string
  area: (area: Area) => FileStore
  close: () => void
}

/** Opens a storage in the data directory. */
export function diskStorage(dataDir: string): Storage {
  return {
    where: dataDir,
    area: (area) => new DiskStore(path.join(dataDir, area)),
    close: () => {},
  }
}

/** Opens a storage in a bucket. */
export function s3Storage(settings: S3Settings, figures: S3Figures = S3_FIGURES): Storage {
  const client = openS3(settings, figures)
  const stores = new Map<Area, FileStore>()
  const { bucket, endpoint } = settings
  return {
    where: `bucket ${bucket} at ${new URL(endpoint).host}`,
    area: (area) => {
      const store = stores.get(area) ?? new S3Store(client, figures, { bucket, area })
      stores.set(area, store)
      return store
    },
    close: () => client.destroy(),
  }
}

function areaFolders(dataDir: string) {
  return AREAS.map((area) => path.join(dataDir, area))
}

/** Creates the folders for files on disk, readable only by the server's user. */
export async function makeAreaFolders(dataDir: string): Promise<void> {
  for (const folder of areaFolders(dataDir)) await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Removes the folders for files on disk if they have no files. */
export async function removeAreaFolders(dataDir: string): Promise<void> {
  for (const folder of areaFolders(dataDir)) {
    const shards = await readdir(folder).catch(() => [])
    for (const shard of shards) await rmdir(path.join(folder, shard)).catch(() => {})
    await rmdir(folder).catch(() => {})
  }
}

/**
 * Opens the configured storage. If new files go to S3, older files are still read from the disk. If they go to disk and
 * there is a bucket, older files are still read from the bucket.
 */
export async function openStorage(
  { dataDir, s3, mediaStore }: StorageSettings,
  figures?: S3Figures,
): Promise<Storage> {
  const disk = diskStorage(dataDir)
  if (mediaStore === 'disk') await makeAreaFolders(dataDir)
  if (!s3) return disk
  const bucket = s3Storage(s3, figures)
  const [first, other] = mediaStore === 's3' ? [bucket, disk] : [disk, bucket]
  const isLeft = mediaStore === 'disk' || areaFolders(dataDir).some((folder) => existsSync(folder))
  if (!isLeft) return bucket
  return {
    where: `${first.where} (some may still be in ${other.where})`,
    area: (area) => new FallbackStore(first.area(area), other.area(area)),
    close: bucket.close,
  }
}

/**
 * Checks the storage at startup. Ignores a store that is unreachable or full, because it may recover, but not one that
 * rejects us.
 * @throws StartRefused
 */
export async function requireUsable(
  storage: Storage,
  log: { warn: (facts: object, message: string) => void },
): Promise<void> {
  try {
    await storage.area('media').check()
  } catch (error) {
    if (isNoSuchFile(error) || (error instanceof StorageUnavailable && error.isRefusal))
      throw new StartRefused(
        `Couldn't store files in ${storage.where}. Check the bucket, the region, and the keys (${(error as Error).message}).`,
      )
    log.warn({ err: error }, "couldn't use the storage")
  }
}
