import { useEffect, useRef } from 'react'
import type { View } from '../engine/types.ts'
import { writeMapUrl } from './map-url.ts'

const PAUSE_MS = 400

function buildViewKey(view: View | null) {
  return writeMapUrl({ filters: {}, view, spotId: null }).at ?? ''
}

/** The return type of {@link useMapUrlSync}. */
export type MapUrlSync = {
  /** Call this when the map has settled. It writes the view to the URL after a pause. */
  rests: (view: View) => void
  /** Marks a view that this screen writes to the URL itself, so that the map doesn't follow it. */
  own: (view: View | null) => View | null
}

/** Synchronizes the URL and the map: writes moves to the URL, and follows Back and Forward. */
export function useMapUrlSync(
  view: View | null,
  write: (view: View) => void,
  follow: (view: View) => void,
): MapUrlSync {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = buildViewKey(view)
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
    known.current = buildViewKey(next)
    return next
  }
  const rests = (next: View) => {
    clearTimeout(timer.current)
    if (buildViewKey(next) === known.current) return
    timer.current = setTimeout(() => {
      own(next)
      latest.current.write(next)
    }, PAUSE_MS)
  }
  return { rests, own }
}
