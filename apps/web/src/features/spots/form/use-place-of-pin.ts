import { useEffect, useEffectEvent } from 'react'
import type { Point } from '../../map/index.ts'
import { isPin, type PlaceNames } from './pin-position.ts'
import { placeAt } from '../spot-requests.ts'

const PAUSE_MS = 250

/** Loads the city, state, and country when the pin has settled at a point whose names aren't `known`. */
export function usePlaceOfPin(
  point: Point | null,
  known: boolean,
  onFound: (point: Point, place: PlaceNames) => void,
): void {
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (!isPin(point) || known) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      // If this fails, the fields stay unchanged, and the server fills in empty ones.
      placeAt(point, stop.signal).then(
        (place) => found(point, place),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [point, known])
}
