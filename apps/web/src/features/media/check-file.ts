import type { FileCheck } from './checked-file.ts'

function loadInspection() {
  return import('./inspect-file.ts')
}

/**
 * Validates a selected file by its content, ignoring its name and declared type. Downscales a photo that is too large,
 * if this browser can read it.
 */
export async function checkFile(file: File): Promise<FileCheck> {
  return (await loadInspection()).inspectFile(file)
}

/** Validates a file that must be a photo, e.g. a cover. If it's an animation, only its first frame is used. */
export async function checkPhoto(file: File): Promise<FileCheck> {
  return (await loadInspection()).inspectPhoto(file)
}

/** Whether a photo is HEIC, which only Safari can display. */
export function isHeic({ type }: { type: string }): boolean {
  return /hei[cf]/i.test(type)
}

/** The file types that the file picker accepts. */
export const ACCEPTED = 'image/*,.heic,.heif,video/mp4,video/quicktime,video/webm,.m4v'

/** The photo types that the file picker accepts. */
export const ACCEPTED_PHOTOS = 'image/*,.heic,.heif'
