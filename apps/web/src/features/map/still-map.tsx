import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { onTheme, themeNow } from '../../lib/theme.ts'
import './map.css'

/** A picture of the map around a spot, drawn by the server; stands where the map library has not come yet. */
export function StillMap({ spotId }: { spotId: string }) {
  const theme = useSyncExternalStore(onTheme, themeNow)
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <img
      className="map-still"
      src={`/previews/maps/${theme}/${spotId}.webp`}
      alt=""
      width="800"
      height="480"
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

/** Whether a box has been on screen, and the browser then had nothing better to do: the library is heavy. */
export function useNearViewport(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setWanted] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void loaded()
        .then(whenIdle)
        .then(() => setWanted(true))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isNear
}

// What the page itself began with comes first.
const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
