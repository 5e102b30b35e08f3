import { useEffect, useRef } from 'react'
import type { Bounds } from './engine/types.ts'
import { boundsOfMatches, type MapSpots } from './map-spots.ts'
import type { Filters } from './map-url.ts'

/**
 * Moves the map to what matches: when new filters leave the view empty though there are matches elsewhere (`want` before
 * they take effect), or at once (`now`).
 */
export function useFit(filters: Filters, spots: MapSpots | undefined, fit: (bounds: Bounds) => void) {
  const wanted = useRef<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const key = JSON.stringify(filters)

  const now = () => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    boundsOfMatches(filters, run.signal).then(
      (bounds) => bounds && !run.signal.aborted && fit(bounds),
      () => undefined,
    )
  }
  useEffect(() => {
    if (wanted.current !== key || !spots) return
    wanted.current = null
    if (spots.total > 0 && spots.pins.length + spots.clusters.length === 0) now()
  })
  useEffect(() => () => running.current?.abort(), [])
  return {
    want: (next: Filters) => {
      wanted.current = JSON.stringify(next)
    },
    now,
  }
}
