import type { MediaFile } from '@nollie/contract/media'
import sharp, { type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Format } from '../formats/file-format.ts'
import { LARGEST_SIDE, openPicture } from './open-picture.ts'
import { hashPicture } from './picture-hash.ts'

// Runs only in the image child process (picture-child.ts), because everything here handles untrusted bytes.

/**
 * Facts about a processed image: the largest variant's size in pixels, a base64 thumbhash, and a 64-bit perceptual hash
 * (see {@link hashPicture}).
 */
export type PictureFacts = { width: number; height: number; thumbhash: string; picture_hash: string }

/**
 * Which variants to make: those shown first, the largest pair, all, or only the facts. If a small image's largest
 * variant is shown first, `first` makes all of them.
 */
export type Part = 'first' | 'largest' | 'all' | 'facts'

const MIDDLE = 1080
const SQUARE = 400

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/**
 * Decodes an image upright, so that no side is longer than `side`. A JPEG several times larger is decoded at half its
 * size.
 */
async function toPixels(picture: Sharp, side: number): Promise<Pixels> {
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

type Size = { width: number; height: number }

/** Returns the largest variant's size. */
async function measureLargest(picture: Sharp): Promise<Size> {
  const { width, height } = (await picture.metadata()).autoOrient
  const scale = Math.min(1, LARGEST_SIDE / Math.max(width, height))
  const shrink = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: shrink(width), height: shrink(height) }
}

// Returns the long side to scale to before making the first variants. It's larger for a panorama, so that the square
// variant is as large as for any other image.
function computeFirstSide({ width, height }: Size): number {
  return Math.min(
    LARGEST_SIDE,
    Math.max(MIDDLE, Math.ceil((SQUARE * Math.max(width, height)) / Math.min(width, height))),
  )
}

async function computeLook(picture: Sharp): Promise<Pick<PictureFacts, 'thumbhash' | 'picture_hash'>> {
  const { data, info } = await picture
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return {
    thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    picture_hash: hashPicture(data, info),
  }
}

function toWebp(picture: Sharp) {
  return picture.webp({ quality: 75, effort: 2 }).toBuffer()
}

function toAvif(picture: Sharp) {
  return picture.avif({ quality: 50, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()
}

const SIZES = { first: [400, 1080], largest: [2048], all: [400, 1080, 2048], facts: [] } as const

/**
 * Makes all images for a photo or a video's poster from a single decode. They are upright, in sRGB, free of metadata,
 * and never larger than the original. The square comes first. Only the first frame of an animation is used.
 * @throws FileRefused, or the decoder's error
 */
export async function makePictures(
  path: string,
  format: Format,
  emit: (file: MediaFile, bytes: Buffer) => void,
  part: Part = 'all',
): Promise<PictureFacts> {
  const picture = await openPicture(path, format)
  const largest = await measureLargest(picture)
  const isFirst = part === 'first'
  const { data, width, height, channels } = await toPixels(
    picture,
    isFirst ? computeFirstSide(largest) : LARGEST_SIDE,
  )
  const full = () => sharp(data, { raw: { width, height, channels } })
  const side = Math.min(SQUARE, width, height)
  const sizes = {
    400: () => full().resize({ width: side, height: side, fit: 'cover' }),
    1080: () => full().resize({ width: MIDDLE, height: MIDDLE, fit: 'inside', withoutEnlargement: true }),
    2048: full,
  }
  const look = await computeLook(full())
  let before: { width: number; height: number; webp: Buffer; avif: Buffer } | undefined
  const isSmall = Math.max(largest.width, largest.height) <= MIDDLE
  for (const size of isFirst && isSmall ? SIZES.all : SIZES[part]) {
    const { data: pixels, info } = await sizes[size]().raw().toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const derived = () => sharp(pixels, { raw })
    // A small photo is the same at 1080 and 2048, so encode it only once.
    const made =
      size === 2048 && before?.width === info.width && before.height === info.height
        ? before
        : {
            width: info.width,
            height: info.height,
            webp: await toWebp(derived()),
            avif: await toAvif(derived()),
          }
    before = made
    emit(`${size}.webp`, made.webp)
    emit(`${size}.avif`, made.avif)
  }
  return { ...largest, ...look }
}
