import { LIMITS } from '@nollie/contract/limits'
import {
  isAnimated,
  isSequence,
  type Kind,
  mayBeAnimated,
  MEDIA_TYPES,
  sniff,
  SNIFFED_BYTES,
} from '@nollie/contract/media/file-kind'
import type { FileCheck, Refused } from './checked-file.ts'
import { shrinkLargePhoto, toStill } from './redraw-photo.ts'

// This module loads with the first selected file (check-file.ts).

async function readBytes(file: Blob, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, length).arrayBuffer())
}

// If a file is unreadable, its declared type is used only to choose the error message.
function explainUnknown({ type, size }: File): Refused['refused'] {
  if (type.startsWith('image/') && size >= LIMITS.image_bytes) return 'image_too_large'
  return type.startsWith('video/') && size >= LIMITS.video_bytes ? 'video_too_large' : 'not_media'
}

function withType(file: File, { format }: Kind): File {
  return file.type === MEDIA_TYPES[format] ? file : new File([file], file.name, { type: MEDIA_TYPES[format] })
}

// A larger animation is refused anyway, because downscaling would turn it into a still image.
async function isAnimation(file: File, { format }: Kind): Promise<boolean> {
  return mayBeAnimated(format) && isAnimated(await readBytes(file, LIMITS.image_bytes), format)
}

async function fitPhoto(file: File): Promise<File | null> {
  if (file.size < LIMITS.image_bytes) return file
  const smaller = await shrinkLargePhoto(file)
  return smaller && smaller.size < LIMITS.image_bytes ? smaller : null
}

/**
 * Validates a selected file by its content, ignoring its name and declared type. Downscales a photo that is too large,
 * if this browser can read it.
 */
export async function inspectFile(file: File): Promise<FileCheck> {
  const head = await readBytes(file, SNIFFED_BYTES).catch(() => null)
  const kind = head && sniff(head)
  if (!kind) return { refused: explainUnknown(file) }
  const typed = withType(file, kind)
  const clip = { kind: 'video' as const, file: typed, chosen: file, isFirstFrameOnly: false }
  if (kind.type === 'video') return typed.size < LIMITS.video_bytes ? clip : { refused: 'video_too_large' }
  if (await isAnimation(typed, kind))
    return typed.size < LIMITS.image_bytes ? clip : { refused: 'image_too_large' }
  const photo = await fitPhoto(typed)
  if (!photo) return { refused: 'image_too_large' }
  return { kind: 'image', file: photo, chosen: file, isFirstFrameOnly: isSequence(head) }
}

/** Validates a file that must be a photo, e.g. a cover. If it's an animation, only its first frame is used. */
export async function inspectPhoto(file: File): Promise<FileCheck> {
  const checked = await inspectFile(file)
  if ('refused' in checked || checked.kind === 'image') return checked
  const still = checked.file.type.startsWith('image/') ? await toStill(checked.file) : null
  return still ? { ...checked, kind: 'image', file: still, isFirstFrameOnly: true } : { refused: 'not_media' }
}
