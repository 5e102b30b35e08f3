import { LIMITS } from '@nollie/contract/limits'

/** The result of checking a chosen file: its type, or why it is refused. */
export type FileCheck =
  | { kind: 'image' | 'video' }
  | { refused: 'image_too_large' | 'video_too_large' | 'not_media' }

const IMAGE_NAMES = /\.(jpe?g|png|webp|gif|avif|heic|heif)$/i
const VIDEO_NAMES = /\.(mp4|m4v|mov|webm)$/i
const IMAGE_TYPES = /^image\/(jpeg|pjpeg|png|webp|gif|avif|heic|heif)(-sequence)?$/
const VIDEO_TYPES = /^video\/(mp4|x-m4v|quicktime|webm)$/

// Some systems give phone photos no type, so the name decides. The server checks the content anyway.
const kindOf = ({ type, name }: { type: string; name: string }): 'image' | 'video' | null => {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (IMAGE_TYPES.test(bare)) return 'image'
  if (VIDEO_TYPES.test(bare)) return 'video'
  if (bare !== '' && bare !== 'application/octet-stream') return null
  return IMAGE_NAMES.test(name) ? 'image' : VIDEO_NAMES.test(name) ? 'video' : null
}

/** Validates a chosen file before anything else. Its size must be less than the limit. */
export function checkFile(file: { type: string; name: string; size: number }): FileCheck {
  const kind = kindOf(file)
  if (!kind) return { refused: 'not_media' }
  if (kind === 'image' && file.size >= LIMITS.image_bytes) return { refused: 'image_too_large' }
  if (kind === 'video' && file.size >= LIMITS.video_bytes) return { refused: 'video_too_large' }
  return { kind }
}

/** Whether a photo is in the format of phones that only Safari can show. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /hei[cf]/i.test(type) || (!type && /\.hei[cf]$/i.test(name))

/** The types that the file picker offers. */
export const ACCEPTED = 'image/*,.heic,.heif,video/mp4,video/quicktime,video/webm,.m4v'

/** Those of photos. */
export const ACCEPTED_PHOTOS = 'image/*,.heic,.heif'
