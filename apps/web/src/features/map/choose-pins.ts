import { type MapPin, TAIL } from '@nollie/contract/map/map-codec'
import type { Bounds } from './engine/types.ts'
import { isIn } from './view/view-tiles.ts'

/**
 * Maximum number of spots that a map draws as pins, so that they don't cover each other. It draws the others as dots.
 */
export const PINS_MAX = 60

/** Returns a key that identifies a pin at every zoom. */
export function pinKey({ ref }: Pick<MapPin, 'ref'>): string {
  return ref.slice(-TAIL)
}

// A photo counts most, then a recent confirmation, then activity.
function scorePin({ rank, look }: MapPin): number {
  return (rank >= 2 ? 4 : 0) + (look === 'fresh' ? 2 : 0) + (rank % 2)
}

/**
 * Chooses the spots to draw as pins: the ones in view first, then those that have been pins, then those with a photo,
 * confirmations, and activity. One of the {@link PINS_MAX} is for the selected spot, which is always a pin. Pins that
 * stay in view remain pins. If there were no pins before, the same view always gets the same ones.
 * @param before the keys of the previous pins
 */
export function choosePins(
  spots: readonly MapPin[],
  view: Bounds | null,
  before: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (spots.length < PINS_MAX) return new Set(spots.map(pinKey))
  const ranked = spots.map((spot) => {
    const key = pinKey(spot)
    const isInView = view === null || isIn(view, spot)
    return { key, order: (isInView ? 200 : 0) + (isInView && before.has(key) ? 100 : 0) + scorePin(spot) }
  })
  // The last digits of ids are random, so that equal spots are spread over the map.
  const best = ranked.toSorted((a, b) => b.order - a.order || (a.key < b.key ? -1 : 1))
  return new Set(best.slice(0, PINS_MAX - 1).map(({ key }) => key))
}
