/** The sheet's positions: the essentials, the card, or all content. */
export type SheetPosition = 'peek' | 'half' | 'full'

/** The sheet's visible height (px) at each position, in ascending order. Heights may be equal. */
export type SheetHeights = Record<SheetPosition, number>

type Stop = { name: SheetPosition | 'closed'; height: number }

/** At this speed (px/ms) or above, even a short drag moves the sheet to the next position in its direction. */
const FLICK = 0.5
const FASTEST = 3
/** How long (ms) a released sheet would continue at the finger's speed. This determines how far it glides. */
const GLIDE_MS = 150

/**
 * Decides which position a released sheet moves to. `position` is its visible height (px). `velocity` is the finger's
 * speed (px/ms), which is positive if upward. The sheet closes only from below its peek, so a flick from higher up
 * never closes it.
 */
export function decideSnap(
  position: number,
  velocity: number,
  heights: SheetHeights,
): SheetPosition | 'closed' {
  const { peek, half, full } = heights
  const all: readonly Stop[] = [
    { name: 'closed', height: 0 },
    { name: 'peek', height: peek },
    { name: 'half', height: half },
    { name: 'full', height: full },
  ]
  const stops = position < peek ? all : all.slice(1)
  const ahead: readonly Stop[] =
    Math.abs(velocity) < FLICK
      ? []
      : stops.filter(({ height }) => (velocity > 0 ? height > position : height < position))
  const end = position + Math.max(-FASTEST, Math.min(FASTEST, velocity)) * GLIDE_MS
  const choices = ahead.length > 0 ? ahead : stops
  return choices.reduce((best, stop) =>
    Math.abs(stop.height - end) < Math.abs(best.height - end) ? stop : best,
  ).name
}

/** Returns the next higher position. After the highest, returns the peek. */
export function stepUp(position: SheetPosition, heights: SheetHeights): SheetPosition {
  const higher = (['half', 'full'] as const).find((one) => heights[one] > heights[position])
  return higher ?? 'peek'
}
