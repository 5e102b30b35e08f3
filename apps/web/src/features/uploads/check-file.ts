import { LIMITS } from '@nollie/contract/limits'

/** What a chosen file is: something to upload, or why not. */
export type FileCheck =
  | { kind: 'image' | 'video' }
  | { refused: 'image_too_large' | 'video_too_large' | 'not_media' }

const IMAGE_NAMES = /\.(jpe?g|png|webp|gif|avif|heic|heif)$/i
const VIDEO_NAMES = /\.(mp4|m4v|mov|webm)$/i
const IMAGE_TYPES = /^image\/(jpeg|pjpeg|png|webp|gif|avif|heic|heif)(-sequence)?$/
const VIDEO_TYPES = /^video\/(mp4|x-m4v|quicktime|webm)$/

// Some systems give phone photos no type at all; the name is what is left. The server looks at the content anyway.
const kindOf = ({ type, name }: { type: string; name: string }): 'image' | 'video' | null => {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (IMAGE_TYPES.test(bare)) return 'image'
  if (VIDEO_TYPES.test(bare)) return 'video'
  if (bare !== '' && bare !== 'application/octet-stream') return null
  return IMAGE_NAMES.test(name) ? 'image' : VIDEO_NAMES.test(name) ? 'video' : null
}

/** Validates a file as it was chosen, before anything is done with it. Sizes must be under the limit, not at it. */
export function checkFile(file: { type: string; name: string; size: number }): FileCheck {
  const kind = kindOf(file)
  if (!kind) return { refused: 'not_media' }
  if (kind === 'image' && file.size >= LIMITS.image_bytes) return { refused: 'image_too_large' }
  if (kind === 'video' && file.size >= LIMITS.video_bytes) return { refused: 'video_too_large' }
  return { kind }
}

/** Whether a photo is in the format of phones that no browser but Safari can show. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /hei[cf]/i.test(type) || (!type && /\.hei[cf]$/i.test(name))

/** What the file picker offers. */
export const ACCEPTED = 'image/*,.heic,.heif,video/mp4,video/quicktime,video/webm,.m4v'
