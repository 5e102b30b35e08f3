import type { SpotCard } from '@nollie/contract'
import { useEffect, useRef, useState } from 'react'
import { DEFAULT_VIEW, SPOT_ZOOM } from './default-view.ts'
import type { View } from './engine/types.ts'
import { writeMapUrl } from './map-url.ts'

const PAUSE_MS = 400

const keyOf = (view: View | null) => writeMapUrl({ filters: {}, view, spotId: null }).at ?? ''

/**
 * Where the map starts, decided once: the address says, else the selected spot, else the middle of the United States.
 * Null while the selected spot is still being asked for.
 */
export function useStart(
  view: View | null,
  spotId: string | null,
  card: { data?: SpotCard | undefined; isError: boolean },
): View | null {
  const [start, setStart] = useState<View | null>(null)
  if (start) return start
  const spot = card.data
  const known = spot ? { latitude: spot.latitude, longitude: spot.longitude, zoom: SPOT_ZOOM } : null
  const next = view ?? (spotId === null || card.isError ? DEFAULT_VIEW : known)
  if (next) setStart(next)
  return next
}

type Place = {
  /** The map came to rest here: goes into the address bar after a moment. */
  rests: (view: View) => void
  /** A change of the address by this screen itself, which the map need not follow. */
  own: (view: View | null) => View | null
}

/** Keeps the address bar and the map at the same place: moves are written, Back and Forward are followed. */
export function usePlace(
  view: View | null,
  write: (view: View) => void,
  follow: (view: View) => void,
): Place {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = keyOf(view)
  const known = useRef(key)
  const latest = useRef({ view, write, follow })
  useEffect(() => {
    latest.current = { view, write, follow }
  })
  useEffect(() => {
    if (key === known.current) return
    known.current = key
    clearTimeout(timer.current)
    if (latest.current.view) latest.current.follow(latest.current.view)
  }, [key])
  useEffect(() => () => clearTimeout(timer.current), [])

  const own = (next: View | null) => {
    clearTimeout(timer.current)
    known.current = keyOf(next)
    return next
  }
  const rests = (next: View) => {
    clearTimeout(timer.current)
    if (keyOf(next) === known.current) return
    timer.current = setTimeout(() => {
      own(next)
      latest.current.write(next)
    }, PAUSE_MS)
  }
  return { rests, own }
}
