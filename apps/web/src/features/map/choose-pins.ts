import { type MapPin, scorePin, TAIL } from '@nollie/contract/map/map-codec'
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

/** A spot on a map. Spots with a higher score are pins first. */
export type Place = { key: string; latitude: number; longitude: number; score: number }

/**
 * Chooses the spots to draw as pins: the ones in view first, then those that have been pins, then those with a photo,
 * confirmations, and activity. One of the {@link PINS_MAX} is for the selected spot, which is always a pin. Pins that
 * stay in view remain pins. If there were no pins before, the same view always gets the same ones.
 * @param before the keys of the previous pins
 */
export function choosePlaces(
  places: readonly Place[],
  view: Bounds | null,
  before: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  if (places.length < PINS_MAX) return new Set(places.map(({ key }) => key))
  const ranked = places.map((place) => {
    const isInView = view === null || isIn(view, place)
    const wasPin = isInView && before.has(place.key)
    return { key: place.key, order: (isInView ? 200 : 0) + (wasPin ? 100 : 0) + place.score }
  })
  // The last digits of ids are random, so that equal spots are spread over the map.
  const best = ranked.toSorted((a, b) => b.order - a.order || (a.key < b.key ? -1 : 1))
  return new Set(best.slice(0, PINS_MAX - 1).map(({ key }) => key))
}

/** Chooses the pins of a map's response, like {@link choosePlaces}. */
export function choosePins(
  pins: readonly MapPin[],
  view: Bounds | null,
  before?: ReadonlySet<string>,
): ReadonlySet<string> {
  const places = pins.map((pin) => ({
    key: pinKey(pin),
    latitude: pin.latitude,
    longitude: pin.longitude,
    score: scorePin(pin),
  }))
  return choosePlaces(places, view, before)
}
