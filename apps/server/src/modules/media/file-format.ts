import { open } from 'node:fs/promises'
import path from 'node:path'

/** The accepted formats, detected by content alone. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'mp4' | 'mov' | 'webm'

/** The result of {@link sniff}. */
export type Kind = { type: 'image' | 'video'; format: Format }

/** Bytes that {@link sniff} needs. */
export const SNIFFED_BYTES = 512

const image = (format: Format): Kind => ({ type: 'image', format })
const video = (format: Format): Kind => ({ type: 'video', format })

const AVIF = new Set(['avif', 'avis'])
const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])
const HEIF = new Set(['mif1', 'msf1'])
const MP4 = new Set([
  ...['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9', 'mp41', 'mp42', 'avc1', 'hvc1'],
  ...['M4V ', 'M4VH', 'M4VP', 'MSNV', 'dash', 'mmp4', 'f4v ', '3gp4', '3gp5', '3gp6', '3g2a', 'XAVC'],
])

// A file has one major brand, which may be the general `mif1` or `isom`, and compatible ones, which then decide.
const ofBrands = (head: Buffer): Kind | null => {
  const size = head.readUInt32BE(0)
  if (size < 16 || size > SNIFFED_BYTES || size % 4 !== 0) return null
  const major = head.toString('latin1', 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4)
    brands.push(head.toString('latin1', at, at + 4))
  const any = (set: Set<string>) => brands.some((brand) => set.has(brand))
  if (major === 'qt  ') return video('mov')
  if (AVIF.has(major) || (HEIF.has(major) && any(AVIF))) return image('avif')
  if (HEIC.has(major) || (HEIF.has(major) && any(HEIC))) return image('heic')
  if (HEIF.has(major)) return null
  return any(MP4) ? video('mp4') : null
}

/** Detects the format from a file's first {@link SNIFFED_BYTES} bytes; null for anything that is not accepted. */
export const sniff = (head: Buffer): Kind | null => {
  if (head.length < 16) return null
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  if (head.readUIntBE(0, 3) === 0xffd8ff) return image('jpeg')
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return image('png')
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return image('gif')
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return image('webp')
  if (text(4, 8) === 'ftyp') return ofBrands(head)
  // Older QuickTime writers omit `ftyp`.
  if (['moov', 'wide', 'mdat'].includes(text(4, 8)) && head.readUInt32BE(0) >= 8) return video('mov')
  if (head.readUInt32BE(0) === 0x1a45dfa3 && text(4, 64).includes('\x42\x82\x84webm')) return video('webm')
  return null
}

/** {@link sniff} of a file on disk. */
export const sniffFile = async (file: string): Promise<Kind | null> => {
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
 * The type that a sender declares. Browsers on some systems send no type for HEIC, so the file extension is the fallback.
 * The content decides in the end.
 */
export const declaredType = (filetype: string, filename: string): Kind['type'] | null => {
  const [kind, name = ''] = filetype.toLowerCase().split(';', 1)[0]?.trim().split('/') ?? []
  if (kind === 'image' && IMAGES.includes(name)) return 'image'
  if (kind === 'video' && VIDEOS.includes(name)) return 'video'
  if (filetype && filetype !== 'application/octet-stream') return null
  const ending = path.extname(filename).slice(1).toLowerCase()
  if (IMAGES.includes(ending)) return 'image'
  return VIDEOS.includes(ending) ? 'video' : null
}
