import { open } from 'node:fs/promises'
import path from 'node:path'
import { type Kind, sniff, SNIFFED_BYTES } from '@nollie/contract/media/file-kind'

export {
  type Format,
  isAnimated,
  type Kind,
  mayBeAnimated,
  sniff,
  SNIFFED_BYTES,
} from '@nollie/contract/media/file-kind'

/** Runs {@link sniff} on a file on disk. */
export async function sniffFile(file: string): Promise<Kind | null> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return sniff(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

const IMAGES = ['jpeg', 'jpg', 'pjpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif']
const VIDEOS = ['mp4', 'quicktime', 'mov', 'webm', 'x-m4v', 'm4v', '3gpp']

/**
 * Returns the type that a client declares, or null if it's unknown. The declaration only saves honest clients from
 * sending a file that's too large. Once the file has arrived, its content determines the type.
 */
export function findDeclaredType(filetype: string, filename: string): Kind['type'] | null {
  const [kind, name = ''] = filetype.toLowerCase().split(';', 1)[0]?.trim().split('/') ?? []
  if (kind === 'image' && IMAGES.includes(name)) return 'image'
  if (kind === 'video' && VIDEOS.includes(name)) return 'video'
  if (filetype && filetype !== 'application/octet-stream') return null
  const ending = path.extname(filename).slice(1).toLowerCase()
  if (IMAGES.includes(ending)) return 'image'
  return VIDEOS.includes(ending) ? 'video' : null
}
