import type { FileCheck } from './checked-file.ts'

const loadInspection = () => import('./inspect-file.ts')

/**
 * Checks a chosen file by its content: its name and declared type decide nothing. A photo that is too large is made smaller if
 * this browser can read it.
 */
export const checkFile = async (file: File): Promise<FileCheck> => (await loadInspection()).inspectFile(file)

/** Checks a file that has to be a photo, e.g. a cover. Of an animation the first frame is taken. */
export const checkPhoto = async (file: File): Promise<FileCheck> =>
  (await loadInspection()).inspectPhoto(file)

/** Whether a photo is in the format of phones that only Safari can show. */
export const isHeic = ({ type }: { type: string }): boolean => /hei[cf]/i.test(type)

/** The types that the file picker offers. */
export const ACCEPTED = 'image/*,.heic,.heif,video/mp4,video/quicktime,video/webm,.m4v'

/** Those of photos. */
export const ACCEPTED_PHOTOS = 'image/*,.heic,.heif'
