import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { MediaFile } from '@nollie/contract/media'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { boxesIn, findBox } from './boxes.ts'
import { FileRefused } from './file-refused.ts'
import { countScans } from './jpeg-scans.ts'
import type { Format } from './sniff.ts'

// Runs in the picture child only (see picture-child.ts): everything here touches bytes that a stranger sent.

/** A picture that cannot be read, in the words people read. */
export const unreadable = (): FileRefused =>
  new FileRefused('This picture could not be read. It may be damaged.')

/** What is known of a picture once it is made: the pixels of the largest one, and a base64 thumbhash. */
export type PictureFacts = { width: number; height: number; thumbhash: string }

/**
 * Which variants are made: what screens show first, the largest pair that comes later, or all at once. The first ones of a
 * picture that is no larger than they are include the largest.
 */
export type Part = 'first' | 'largest' | 'all'

/** Pixels of all frames together; phones of 48 and 64 megapixels pass. */
const MAX_PIXELS = 64 * 1024 * 1024
const MAX_FRAMES = 300
/** Of a JPEG; cameras and programs write ten, careful ones thirty. */
const MAX_SCANS = 100
const LARGEST = 2048
const MIDDLE = 1080
const SQUARE = 400

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.concurrency(1)
sharp.cache(false)

const SHARP_NAME: Record<string, string> = { avif: 'heif' }
const tooLarge = () => new FileRefused('This picture has too many pixels.')

const checkSize = (meta: Metadata, format: Format): void => {
  if (meta.format !== (SHARP_NAME[format] ?? format)) throw unreadable()
  const frames = meta.pages ?? 1
  const pixels = meta.width * (meta.pageHeight ?? meta.height)
  if (frames > MAX_FRAMES) throw new FileRefused(`Animations may have at most ${MAX_FRAMES} pictures.`)
  if (pixels * frames > MAX_PIXELS) throw tooLarge()
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** The colour profile inside a HEIC file, or null. Most phones write Display P3. */
export const heicProfile = (bytes: Buffer): Buffer | null => {
  const properties = findBox(bytes, ['meta', 'iprp', 'ipco'])
  if (!properties) return null
  for (const box of boxesIn(bytes, properties.start, properties.end)) {
    if (box.type !== 'colr') continue
    const kind = bytes.toString('latin1', box.start, box.start + 4)
    if (kind === 'prof' || kind === 'rICC') return bytes.subarray(box.start + 4, box.end)
  }
  return null
}

// libheif gives bare pixels, already upright. sharp takes a colour profile only from a file, so the shrunk pixels go
// through a PNG that carries it.
const openHeic = async (bytes: Buffer): Promise<Sharp> => {
  const { default: decode } = await import('heic-decode')
  const images = await decode.all({ buffer: bytes })
  try {
    const first = images[0]
    if (!first) throw unreadable()
    if (first.width * first.height > MAX_PIXELS) throw tooLarge()
    const { data, width, height } = await first.decode()
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const shrunk = sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
    const profile = heicProfile(bytes)
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

const openPicture = async (path: string, format: Format): Promise<Sharp> => {
  if (format === 'heic') return openHeic(await readFile(path))
  if (format === 'jpeg' && countScans(await readFile(path), MAX_SCANS) > MAX_SCANS)
    throw new FileRefused('This picture is built of too many layers. Save it again as a plain photo.')
  const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS })
  checkSize(await picture.metadata(), format)
  return picture
}

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

const toPixels = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

const thumbhashOf = async (picture: Sharp): Promise<string> => {
  const { data, info } = await picture
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const toWebp = (picture: Sharp) => picture.webp({ quality: 75, effort: 2 }).toBuffer()
const toAvif = (picture: Sharp) =>
  picture.avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()

const SIZES = { first: [400, 1080], largest: [2048], all: [400, 1080, 2048] } as const

/**
 * Makes the pictures of a photo (or of a video's poster), or a part of them, from one decoding: upright, sRGB, without any
 * metadata, never larger than the original, the square first. Of an animation the first frame is taken.
 * @throws FileRefused, or what the decoder says
 */
export const makePictures = async (
  path: string,
  format: Format,
  emit: (file: MediaFile, bytes: Buffer) => void,
  part: Part = 'all',
): Promise<PictureFacts> => {
  const { data, width, height, channels } = await toPixels(await openPicture(path, format))
  const full = () => sharp(data, { raw: { width, height, channels } })
  const side = Math.min(SQUARE, width, height)
  const sizes = {
    400: () => full().resize({ width: side, height: side, fit: 'cover' }),
    1080: () => full().resize({ width: MIDDLE, height: MIDDLE, fit: 'inside', withoutEnlargement: true }),
    2048: full,
  }
  const thumbhash = await thumbhashOf(full())
  let before: { width: number; webp: Buffer; avif: Buffer } | undefined
  const isSmall = Math.max(width, height) <= MIDDLE
  for (const size of part === 'first' && isSmall ? SIZES.all : SIZES[part]) {
    const { data: pixels, info } = await sizes[size]().raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const derived = () => sharp(pixels, { raw })
    // A small photo is the same at 1080 and 2048: encoded once.
    const made =
      size === 2048 && before?.width === info.width
        ? before
        : { width: info.width, webp: await toWebp(derived()), avif: await toAvif(derived()) }
    before = made
    emit(`${size}.webp`, made.webp)
    emit(`${size}.avif`, made.avif)
  }
  return { width, height, thumbhash }
}
