import { readFile } from 'node:fs/promises'
import { LIMITS } from '@nollie/contract/limits'
import sharp from 'sharp'
import { type Animation, decodeAnimatedPng } from './animated-png.ts'
import { tooLong } from '../formats/check-container.ts'
import { type MovieFrame, writeMovie } from './clip-movie.ts'
import type { Format } from '../formats/file-format.ts'
import { checkFrames, openAnimation, unreadablePicture } from './open-picture.ts'

// Runs only in the image child process (picture-child.ts), because everything here handles untrusted bytes.

/** Frames with a shorter delay than this get the default delay, as in browsers. */
const SHORTEST_MS = 10
const DEFAULT_MS = 100
/** The video converter rejects images smaller than this, so they are enlarged. */
const SMALLEST_SIDE = 16
const QUALITY = 95

function toShownTime(milliseconds: number): number {
  return milliseconds <= SHORTEST_MS ? DEFAULT_MS : Math.round(milliseconds)
}

async function decodeFrames(path: string, format: Format): Promise<Animation> {
  if (format === 'png') return decodeAnimatedPng(await readFile(path), checkFrames)
  const picture = await openAnimation(path, format)
  const { width, pageHeight, delay = [] } = await picture.metadata()
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const height = pageHeight ?? info.height
  const length = width * height * info.channels
  const frames = Array.from({ length: data.length / length }, (_, index) => ({
    pixels: data.subarray(index * length, (index + 1) * length),
    milliseconds: delay[index] ?? 0,
  }))
  return { width, height, frames }
}

/**
 * Converts an animated GIF, WebP, or PNG to a movie of JPEGs for the video converter. Transparent pixels become white.
 * @throws FileRefused, or the decoder's error
 */
export async function makeMovie(path: string, format: Format): Promise<Buffer> {
  const { width, height, frames } = await decodeFrames(path, format)
  if (frames.length === 0) throw unreadablePicture()
  const duration = frames.reduce((sum, { milliseconds }) => sum + toShownTime(milliseconds), 0)
  if (duration > LIMITS.video_seconds * 1000) throw tooLong()
  const scale = Math.max(1, Math.ceil(SMALLEST_SIDE / Math.min(width, height)))
  const size = { width: width * scale, height: height * scale }
  const made: MovieFrame[] = []
  for (const { pixels, milliseconds } of frames) {
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .resize({ ...size, kernel: 'nearest' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer()
    made.push({ jpeg, milliseconds: toShownTime(milliseconds) })
  }
  return writeMovie(made, size)
}
