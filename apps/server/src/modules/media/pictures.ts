import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { MediaFile } from '@nollie/contract/media'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { boxesIn, findBox } from './mp4-boxes.ts'
import { FileRefused } from './file-refused.ts'
import { countScans } from './jpeg-scans.ts'
import type { Format } from './file-format.ts'
import { pictureHash } from './picture-hash.ts'
import { say } from '../../platform/languages/index.ts'

// Runs in the picture child only (picture-child.ts): everything here handles untrusted bytes.

/** Refuses an unreadable picture. */
export const unreadablePicture = (): FileRefused =>
  new FileRefused(say`This picture could not be read. It may be damaged.`)

/**
 * What is known once a picture is made: the size of the largest variant in pixels, a base64 thumbhash, and what it looks
 * like in 64 bits (see {@link pictureHash}).
 */
export type PictureFacts = { width: number; height: number; thumbhash: string; picture_hash: string }

/**
 * Which variants to make: those screens show first, the largest pair, all, or none but the facts. For a small picture, whose
 * largest variant is one of the first, `first` makes all.
 */
export type Part = 'first' | 'largest' | 'all' | 'facts'

/** Pixels of all frames together; photos of phones with 48 and 64 megapixels pass. */
const MAX_PIXELS = 64 * 1024 * 1024
const MAX_FRAMES = 300
/** Of a JPEG. Cameras and common programs write ten, thorough ones thirty. */
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
const tooLarge = () => new FileRefused(say`This picture has too many pixels.`)

const checkSize = (meta: Metadata, format: Format): void => {
  if (meta.format !== (SHARP_NAME[format] ?? format)) throw unreadablePicture()
  const frames = meta.pages ?? 1
  const pixels = meta.width * (meta.pageHeight ?? meta.height)
  if (frames > MAX_FRAMES) throw new FileRefused(say`Animations may have at most ${MAX_FRAMES} pictures.`)
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

// libheif returns bare pixels, already upright. sharp reads a colour profile only from a file, so the shrunk pixels go
// through a PNG that carries it.
const openHeic = async (bytes: Buffer): Promise<Sharp> => {
  const { default: decode } = await import('heic-decode')
  const images = await decode.all({ buffer: bytes })
  try {
    const first = images[0]
    if (!first) throw unreadablePicture()
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
    throw new FileRefused(say`This picture is built of too many layers. Save it again as a plain photo.`)
  const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS })
  checkSize(await picture.metadata(), format)
  return picture
}

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Unpacks a picture upright, no side longer than `side`. A JPEG several times that large is unpacked at half its size. */
const toPixels = async (picture: Sharp, side: number): Promise<Pixels> => {
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

type Size = { width: number; height: number }

/** The size of the largest variant. */
const largestSizeOf = async (picture: Sharp): Promise<Size> => {
  const { width, height } = (await picture.metadata()).autoOrient
  const scale = Math.min(1, LARGEST / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

// The long side from which the first variants are made: of a panorama more, so that its square is as large as others'.
const firstSideOf = ({ width, height }: Size): number =>
  Math.min(LARGEST, Math.max(MIDDLE, Math.ceil((SQUARE * Math.max(width, height)) / Math.min(width, height))))

const lookOf = async (picture: Sharp): Promise<Pick<PictureFacts, 'thumbhash' | 'picture_hash'>> => {
  const { data, info } = await picture
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return {
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    picture_hash: pictureHash(data, info),
  }
}

const toWebp = (picture: Sharp) => picture.webp({ quality: 75, effort: 2 }).toBuffer()
const toAvif = (picture: Sharp) =>
  picture.avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()

const SIZES = { first: [400, 1080], largest: [2048], all: [400, 1080, 2048], facts: [] } as const

/**
 * Makes the pictures of a photo or of a video's poster from one decoding: upright, sRGB, without metadata, never larger
 * than the original, the square first. Takes the first frame of an animation.
 * @throws FileRefused, or the decoder's error
 */
export const makePictures = async (
  path: string,
  format: Format,
  emit: (file: MediaFile, bytes: Buffer) => void,
  part: Part = 'all',
): Promise<PictureFacts> => {
  const picture = await openPicture(path, format)
  const largest = await largestSizeOf(picture)
  const isFirst = part === 'first'
  const { data, width, height, channels } = await toPixels(picture, isFirst ? firstSideOf(largest) : LARGEST)
  const full = () => sharp(data, { raw: { width, height, channels } })
  const side = Math.min(SQUARE, width, height)
  const sizes = {
    400: () => full().resize({ width: side, height: side, fit: 'cover' }),
    1080: () => full().resize({ width: MIDDLE, height: MIDDLE, fit: 'inside', withoutEnlargement: true }),
    2048: full,
  }
  const look = await lookOf(full())
  let before: { width: number; webp: Buffer; avif: Buffer } | undefined
  const isSmall = Math.max(largest.width, largest.height) <= MIDDLE
  for (const size of isFirst && isSmall ? SIZES.all : SIZES[part]) {
    const { data: pixels, info } = await sizes[size]().raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const derived = () => sharp(pixels, { raw })
    // A small photo is the same at 1080 and 2048, so it is encoded once.
    const made =
      size === 2048 && before?.width === info.width
        ? before
        : { width: info.width, webp: await toWebp(derived()), avif: await toAvif(derived()) }
    before = made
    emit(`${size}.webp`, made.webp)
    emit(`${size}.avif`, made.avif)
  }
  return { ...largest, ...look }
}
