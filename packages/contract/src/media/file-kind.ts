// Detects a file's type from its bytes: on the client before an upload, and on the server afterwards. Ignores declared
// types and file names.

/** An accepted file format. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'mp4' | 'mov' | 'webm'

/** A file's type and format, as detected by {@link sniff}. */
export type Kind = { type: 'image' | 'video'; format: Format }

/** The number of bytes that {@link sniff} needs. */
export const SNIFFED_BYTES = 512

/** Each format's media type. */
export const MEDIA_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
} as const satisfies Record<Format, string>

function image(format: Format): Kind {
  return { type: 'image', format }
}

function video(format: Format): Kind {
  return { type: 'video', format }
}

const AVIF = new Set(['avif', 'avis'])
const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'])
const HEIF = new Set(['mif1', 'msf1'])
const MP4 = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'avc1',
  'hvc1',
  'M4V ',
  'M4VH',
  'M4VP',
  'MSNV',
  'dash',
  'mmp4',
  'f4v ',
  '3gp4',
  '3gp5',
  '3gp6',
  '3g2a',
  'XAVC',
])

function readText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

function readUint32(bytes: Uint8Array, at: number): number {
  return at + 4 <= bytes.length ? new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0) : 0
}

// A file has one major brand, which can be the generic `mif1` or `isom`; in that case, the compatible brands decide.
function readBrands(head: Uint8Array): string[] | null {
  const size = readUint32(head, 0)
  if (size < 16 || size > SNIFFED_BYTES || size % 4 !== 0) return null
  const brands = [readText(head, 8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(readText(head, at, at + 4))
  return brands
}

function sniffBrands(head: Uint8Array): Kind | null {
  const brands = readBrands(head)
  const major = brands?.[0] ?? ''
  const hasAny = (set: Set<string>) => brands?.some((brand) => set.has(brand)) ?? false
  if (major === 'qt  ') return video('mov')
  if (AVIF.has(major) || (HEIF.has(major) && hasAny(AVIF))) return image('avif')
  if (HEIC.has(major) || (HEIF.has(major) && hasAny(HEIC))) return image('heic')
  if (HEIF.has(major)) return null
  return hasAny(MP4) ? video('mp4') : null
}

/** The name of the format in a WebM header. Its length (4) may be written in up to eight bytes. */
const WEBM = /\x42\x82(?:\x84|\x40\x04|[\x20\x10\x08\x04\x02\x01]\0+\x04)webm/

/** Detects a file's format from its first {@link SNIFFED_BYTES} bytes; null if the format isn't supported. */
export function sniff(head: Uint8Array): Kind | null {
  if (head.length < 16) return null
  const start = readText(head, 0, 64)
  const box = start.slice(4, 8)
  if (start.startsWith('\xff\xd8\xff')) return image('jpeg')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return image('png')
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return image('gif')
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return image('webp')
  if (box === 'ftyp') return sniffBrands(head)
  // Old QuickTime writers omit `ftyp`.
  if (['moov', 'wide', 'mdat'].includes(box) && readUint32(head, 0) >= 8) return video('mov')
  if (start.startsWith('\x1aE\xdf\xa3') && WEBM.test(start)) return video('webm')
  return null
}

// Walks a GIF's blocks until it finds a second frame.
function isAnimatedGif(bytes: Uint8Array): boolean {
  const skipTable = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let at = 13 + skipTable(bytes[10] ?? 0)
  const skipBlocks = () => {
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
    at += 1
  }
  let images = 0
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x21) {
      at += 2
      skipBlocks()
    } else if (kind === 0x2c) {
      images += 1
      if (images > 1) return true
      at += 11 + skipTable(bytes[at + 9] ?? 0)
      skipBlocks()
    } else return false
  }
  return false
}

// An animated PNG has an `acTL` chunk with the number of frames, before the pixels.
function isAnimatedPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += readUint32(bytes, at) + 12) {
    const type = readText(bytes, at + 4, at + 8)
    if (type === 'acTL') return readUint32(bytes, at + 8) > 1
    if (type === 'IDAT' || type === 'IEND') return false
  }
  return false
}

const ANIMATION_FLAG = 2

// An animated WebP has a flag in its extended header; if it has only one `ANMF` chunk, it's a still image.
function isAnimatedWebp(bytes: Uint8Array): boolean {
  if (readText(bytes, 12, 16) !== 'VP8X' || !((bytes[20] ?? 0) & ANIMATION_FLAG)) return false
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length && frames < 2; ) {
    if (readText(bytes, at, at + 4) === 'ANMF') frames += 1
    const view = new DataView(bytes.buffer, bytes.byteOffset + at + 4, 4)
    const length = view.getUint32(0, true)
    at += 8 + length + (length % 2)
  }
  return frames > 1
}

const WALKS: Partial<Record<Format, (bytes: Uint8Array) => boolean>> = {
  gif: isAnimatedGif,
  png: isAnimatedPng,
  webp: isAnimatedWebp,
}

/** Whether animations in this format become videos. Only these formats need the whole file for {@link isAnimated}. */
export function mayBeAnimated(format: Format): boolean {
  return format in WALKS
}

/** Whether a complete GIF, PNG, or WebP file has more than one frame, and therefore becomes a silent video. */
export function isAnimated(bytes: Uint8Array, format: Format): boolean {
  return WALKS[format]?.(bytes) ?? false
}

/** Whether these first bytes belong to an animated AVIF or HEIC, of which only the first frame is stored. */
export function isSequence(head: Uint8Array): boolean {
  if (readText(head, 4, 8) !== 'ftyp') return false
  return ['avis', 'msf1', 'hevc', 'hevx'].includes(readBrands(head)?.[0] ?? '')
}
