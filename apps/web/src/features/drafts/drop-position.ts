import { type Position, readPosition } from '../media/index.ts'
import type { LocationRecord } from '../places/index.ts'

/**
 * How long (ms) a quick drop waits for the device's position after the photo was taken. Finding it can take a while if
 * there's no network.
 */
export const FIND_MS = 25_000
/** Photos older than this (ms) may have been taken somewhere else. */
const OLD_MS = 600_000

/** Where a photo was taken; `accuracy` is in meters. */
export type DropPosition = Position & { accuracy?: number }

async function inPhotos(files: readonly Blob[]): Promise<Position | null> {
  for (const file of files) {
    const position = await readPosition(file)
    if (position) return position
  }
  return null
}

function isOld(file: File | undefined): boolean {
  return file !== undefined && Date.now() - file.lastModified > OLD_MS
}

/**
 * Returns where photos were taken: the device's position, or else the first position in their metadata. For older
 * photos from the library, the metadata takes precedence.
 */
export async function dropPosition(
  files: readonly File[],
  device: Promise<LocationRecord | null>,
  waitMs = FIND_MS,
): Promise<DropPosition | null> {
  const own = await inPhotos(files)
  if (own && isOld(files[0])) return own
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs))
  const here = await Promise.race([device, late])
  return here ? { latitude: here.lat, longitude: here.lng, accuracy: here.accuracy } : own
}
