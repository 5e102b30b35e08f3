import { type RefObject, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { onTheme, themeNow } from '../../lib/theme.ts'
import { useBrowserValue } from '../../lib/use-browser-value.ts'
import styles from './map.module.css'

/** A picture of the map around a spot, drawn by the server; shown until the map library is loaded. */
export function StillMap({ spotId }: { spotId: string }) {
  const theme = useBrowserValue(onTheme, themeNow)
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <img
      className={styles.still}
      src={`/previews/maps/${theme}/${spotId}.webp`}
      alt=""
      width="800"
      height="480"
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

/** Whether an element has been on screen and the browser was idle after that; delays loading the large map library. */
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

// Resources of the page load first.
const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
