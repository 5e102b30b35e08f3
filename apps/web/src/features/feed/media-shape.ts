import type { Media } from '@nollie/contract'

/** No photo of a card is taller or wider than these shapes: what goes beyond is cut. */
const TALLEST = 4 / 5
const WIDEST = 1.91
/** Pictures narrower than this, in px, stand in their own size: enlarged they are mush. */
const SMALL = 360

type Sized = Pick<Media, 'width' | 'height'>

/** The shape of a card's frame, width by height: that of its first photo or video, within bounds. */
export function frameOf(first: Sized | undefined): number {
  if (!first?.width || !first.height) return 1
  return Math.min(WIDEST, Math.max(TALLEST, first.width / first.height))
}

/** How a photo stands in the frame: over all of it, whole because it has another shape, or in its own size. */
export function fitOf({ width, height }: Sized, frame: number): 'cover' | 'contain' | 'own-size' {
  if (!width || !height) return 'cover'
  if (width < SMALL) return 'own-size'
  const shape = Math.min(WIDEST, Math.max(TALLEST, width / height))
  return Math.abs(shape - frame) / frame < 0.02 ? 'cover' : 'contain'
}
