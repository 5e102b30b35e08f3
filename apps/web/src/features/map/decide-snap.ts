/** The sheet's positions: the essentials, the card, or all of its content. */
export type SheetPosition = 'peek' | 'half' | 'full'

/** The visible height (px) of the sheet at each position, from low to high. Neighbors may be equal. */
export type SheetHeights = Record<SheetPosition, number>

type Stop = { name: SheetPosition | 'closed'; height: number }

/** From this speed (px/ms), the sheet goes to the next position in the finger's direction, even after a short drag. */
const FLICK = 0.5
const FASTEST = 3
/** How long (ms) the sheet would keep the finger's speed. This decides how far it glides. */
const GLIDE_MS = 150

/**
 * Decides where a released sheet goes. `position` is its visible height (px), `velocity` the finger's speed (px/ms),
 * positive if upward. Only a sheet below its peek closes, so that a flick from above never does.
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

/** Returns the next higher position; at the highest, it returns the peek. */
export function stepUp(position: SheetPosition, heights: SheetHeights): SheetPosition {
  const higher = (['half', 'full'] as const).find((one) => heights[one] > heights[position])
  return higher ?? 'peek'
}
