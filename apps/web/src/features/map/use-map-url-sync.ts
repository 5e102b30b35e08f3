import type { SpotCard } from '@nollie/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DEFAULT_VIEW } from './default-view.ts'
import { SPOT_ZOOM } from './spot-zoom.ts'
import type { Bounds, View } from './engine/types.ts'
import { type FirstView, viewOn } from './first-view.ts'
import { isFiltered, type MapState, writeMapUrl } from './map-url.ts'
import { viewOf } from './view-tiles.ts'

const PAUSE_MS = 400

const keyOf = (view: View | null) => writeMapUrl({ filters: {}, view, spotId: null }).at ?? ''

/** The part of a query result that {@link useStart} needs. */
export type Loaded<T> = { data?: T | undefined; isError: boolean }

/**
 * The first view of the map, decided once: the view in the address, else the selected spot, else the matches of the
 * search, else the first view of this device. Null while the requests for it run.
 */
export function useStart(
  { view, spotId, filters }: MapState,
  card: Loaded<SpotCard>,
  matches: Loaded<Bounds | null>,
  first: Loaded<FirstView>,
  box: RefObject<HTMLElement | null>,
): View | null {
  const [start, setStart] = useState<View | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    if (box.current) setSize({ width: box.current.clientWidth, height: box.current.clientHeight })
  }, [box])
  if (start) return start
  const decide = (): View | null => {
    if (view) return view
    if (spotId !== null && !card.isError)
      return card.data
        ? { latitude: card.data.latitude, longitude: card.data.longitude, zoom: SPOT_ZOOM }
        : null
    if (isFiltered(filters) && !matches.isError) {
      if (matches.data === undefined || !size) return null
      if (matches.data) return viewOf(matches.data, size.width, size.height, SPOT_ZOOM)
    }
    if (first.isError) return DEFAULT_VIEW
    return first.data && size ? viewOn(first.data, size) : null
  }
  const next = decide()
  if (next) setStart(next)
  return next
}

/** The functions of {@link useMapUrlSync}. */
export type MapUrlSync = {
  /** To be called when the map has settled; writes the view to the address after a pause. */
  rests: (view: View) => void
  /** Marks a view that this screen itself writes to the address, so that the map does not follow it. */
  own: (view: View | null) => View | null
}

/** Synchronises the address and the map: writes moves to the address, and follows Back and Forward. */
export function useMapUrlSync(
  view: View | null,
  write: (view: View) => void,
  follow: (view: View) => void,
): MapUrlSync {
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
