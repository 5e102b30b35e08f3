import type { Media } from '@nollie/contract'

/** Limits of the shape of a card's photo; the rest is cut off. */
const TALLEST = 4 / 5
const WIDEST = 1.91
/** Pictures narrower than this, in px, are shown in their own size, because enlarged they would be blurred. */
const SMALL = 360

type Sized = Pick<Media, 'width' | 'height'>

/** The aspect ratio of a card's frame: that of its first photo or video, within limits. */
export function frameOf(first: Sized | undefined): number {
  if (!first?.width || !first.height) return 1
  return Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
}

/** How a photo fits the frame: filling it, whole because of another shape, or in its own size. */
export function fitOf({ width, height }: Sized, frame: number): 'cover' | 'contain' | 'own-size' {
  if (!width || !height) return 'cover'
  if (width < SMALL) return 'own-size'
  const shape = Math.min(WIDEST, Math.max(TALLEST, width / height))
  return Math.abs(shape - frame) / frame < 0.02 ? 'cover' : 'contain'
}
