import type { Media } from '@nollie/contract'

/** Limits of the aspect ratio of a card's photo; the rest is cropped. */
const TALLEST = 4 / 5
const WIDEST = 1.91
/** Pictures narrower than this (px) are shown at their own size, because enlarging would blur them. */
const SMALL = 360

type Sized = Pick<Media, 'width' | 'height'>

/** The aspect ratio of a card's frame, which its first photo or video determines, within limits. */
export function getFrameRatio(first: Sized | undefined): number {
  if (!first?.width || !first.height) return 1
  return Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
}

/** How a photo fits the frame: filling it, entirely visible because of another aspect ratio, or at its own size. */
export function getFit({ width, height }: Sized, frame: number): 'cover' | 'contain' | 'own-size' {
  if (!width || !height) return 'cover'
  if (width < SMALL) return 'own-size'
  const shape = Math.min(WIDEST, Math.max(TALLEST, width / height))
  return Math.abs(shape - frame) / frame < 0.02 ? 'cover' : 'contain'
}
