import type { FileCheck } from './checked-file.ts'

const loadInspection = () => import('./inspect-file.ts')

/**
 * Validates a selected file by its content, ignoring its name and declared type. Downscales a photo that is too large,
 * if this browser can read it.
 */
export const checkFile = async (file: File): Promise<FileCheck> => (await loadInspection()).inspectFile(file)

/** Validates a file that must be a photo, e.g. a cover. If it's an animation, only its first frame is used. */
export const checkPhoto = async (file: File): Promise<FileCheck> =>
  (await loadInspection()).inspectPhoto(file)

/** Whether a photo is HEIC, which only Safari can display. */
export const isHeic = ({ type }: { type: string }): boolean => /hei[cf]/i.test(type)

/** The file types that the file picker accepts. */
export const ACCEPTED = 'image/*,.heic,.heif,video/mp4,video/quicktime,video/webm,.m4v'

/** The photo types that the file picker accepts. */
export const ACCEPTED_PHOTOS = 'image/*,.heic,.heif'
