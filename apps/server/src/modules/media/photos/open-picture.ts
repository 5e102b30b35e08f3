import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { say } from '../../../platform/languages/index.ts'
import type { Format } from '../formats/file-format.ts'
import { FileRefused } from '../formats/file-refused.ts'
import { nameFormat, readHeicProfile, showOnlyPrimary } from './heif-file.ts'
import { addEndMark, readJpegStructure } from './jpeg-scans.ts'

// Runs only in the image child process (picture-child.ts), because everything here handles untrusted bytes.

/** Creates the refusal for an unreadable image. */
export function unreadablePicture(): FileRefused {
  return new FileRefused(say`This photo couldn’t be read. It may be damaged.`)
}

/** The largest variant's longest side, in pixels. */
export const LARGEST_SIDE = 2048
/** Maximum total number of pixels in all frames. Phone photos with 48 and 64 megapixels are accepted. */
const MAX_PIXELS = 64 * 1024 * 1024
const MAX_FRAMES = 300
/** Maximum number of scans in a JPEG. Cameras and common programs write ten; thorough ones write thirty. */
const MAX_SCANS = 100
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.concurrency(1)
sharp.cache(false)

const SHARP_NAME: Record<string, string> = { avif: 'heif' }

function tooLarge() {
  return new FileRefused(say`This photo has too many pixels.`)
}

/**
 * Checks an image's size. For an animation, checks the sum over its frames.
 * @throws FileRefused
 */
export function checkFrames({
  width,
  height,
  frames,
}: {
  width: number
  height: number
  frames: number
}): void {
  if (frames > MAX_FRAMES) throw new FileRefused(say`Animations can have up to ${MAX_FRAMES} frames.`)
  if (width * height * frames > MAX_PIXELS) throw tooLarge()
}

function checkSize(meta: Metadata, format: Format): void {
  if (meta.format !== (SHARP_NAME[format] ?? format)) throw unreadablePicture()
  checkFrames({ width: meta.width, height: meta.pageHeight ?? meta.height, frames: meta.pages ?? 1 })
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

// libheif returns bare pixels that are already upright. sharp reads a color profile only from a file, so the reduced
// pixels are converted to a PNG that contains the profile.
async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { default: decode } = await import('heic-decode')
  nameFormat(bytes, 'heic')
  showOnlyPrimary(bytes)
  const images = await decode.all({ buffer: bytes })
  try {
    const first = images[0]
    if (!first) throw unreadablePicture()
    if (first.width * first.height > MAX_PIXELS) throw tooLarge()
    const { data, width, height } = await first.decode()
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const shrunk = sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    const profile = readHeicProfile(bytes)
    if (!profile) return sharp(await shrunk.png({ compressionLevel: 0 }).toBuffer())
    const png = await shrunk.png({ compressionLevel: 0 }).toBuffer()
    const headerEnd = 8 + 25
    const named = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])
    return sharp(
      Buffer.concat([png.subarray(0, headerEnd), pngChunk('iCCP', named), png.subarray(headerEnd)]),
    )
  } finally {
    images.dispose()
  }
}

/**
 * Decodes a JPEG to which the end marker was added. The decoder warns if pixels are missing. It also warns about other
 * bytes where the marker belongs, which are harmless.
 * @throws the decoder's error if pixels are missing
 */
async function requireAllPixels(bytes: Buffer): Promise<void> {
  const strict = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS })
  const { width, height } = await strict.metadata()
  await strict
    // Without this, the decoder would skip parts that a single pixel doesn't need.
    .extract({ left: 0, top: 0, width, height })
    .resize({ width: 1 })
    .toBuffer()
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('extraneous bytes before marker'))) throw error
    })
}

// Some apps cut off the end marker, or even the last scan, but every browser still shows such a photo. A file that was
// cut off in the middle is rejected.
async function openJpeg(path: string): Promise<Sharp> {
  const bytes = await readFile(path)
  const { scans, hasEnd } = readJpegStructure(bytes, MAX_SCANS)
  if (scans > MAX_SCANS)
    throw new FileRefused(say`This photo has too many layers. Save it again as a plain photo.`)
  const whole = hasEnd ? bytes : addEndMark(bytes)
  if (!hasEnd) await requireAllPixels(whole)
  return sharp(whole, { failOn: 'error', limitInputPixels: MAX_PIXELS })
}

// Some encoders omit the padding byte after an odd-length last chunk, although the size in the header includes it.
async function openWebp(path: string, options: SharpOptions): Promise<Sharp> {
  const bytes = await readFile(path)
  const lacksPadding = bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length + 1
  const whole = lacksPadding ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
  return sharp(whole, { ...options, failOn: 'error', limitInputPixels: MAX_PIXELS })
}

async function openAvif(path: string): Promise<Sharp> {
  const bytes = await readFile(path)
  nameFormat(bytes, 'avif')
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
}

function openUnchecked(path: string, format: Format, options: SharpOptions = {}): Promise<Sharp> | Sharp {
  if (format === 'jpeg') return openJpeg(path)
  if (format === 'avif') return openAvif(path)
  if (format === 'webp') return openWebp(path, options)
  return sharp(path, { ...options, failOn: 'error', limitInputPixels: MAX_PIXELS })
}

/**
 * Opens an image for decoding as the given format, within the limits on pixels, frames, and scans.
 * @throws FileRefused, or the decoder's error
 */
export async function openPicture(path: string, format: Format): Promise<Sharp> {
  if (format === 'heic') return openHeic(await readFile(path))
  const picture = await openUnchecked(path, format)
  checkSize(await picture.metadata(), format)
  return picture
}

/**
 * Opens all frames of an animated GIF or WebP, within the same limits.
 * @throws FileRefused, or the decoder's error
 */
export async function openAnimation(path: string, format: Format): Promise<Sharp> {
  checkSize(await (await openUnchecked(path, format)).metadata(), format)
  return openUnchecked(path, format, { pages: -1 })
}
