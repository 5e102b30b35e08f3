import type { Media } from '@nollie/contract'

/** The range of aspect ratios for a card's photo. Photos outside it are cropped. */
const TALLEST = 4 / 5
const WIDEST = 1.91
/** Photos whose longer side is shorter than this (px) keep their original size, because enlarging would blur them. */
const SMALL = 600

type Sized = Pick<Media, 'width' | 'height'>

/** Returns the aspect ratio of a card's frame. The card's first photo or video determines it, within limits. */
export function getFrameRatio(first: Sized | undefined): number {
  if (!first?.width || !first.height) return 1
  return Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
}

/** Returns how a photo fits its frame: it fills the frame, is fully visible within it, or has its original size. */
export function getFit({ width, height }: Sized, frame: number): 'cover' | 'contain' | 'own-size' {
  if (!width || !height) return 'cover'
  if (Math.max(width, height) < SMALL) return 'own-size'
  const shape = Math.min(WIDEST, Math.max(TALLEST, width / height))
  return Math.abs(shape - frame) / frame < 0.02 ? 'cover' : 'contain'
}
