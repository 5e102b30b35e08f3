import { type RefObject, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/page/idle.ts'
import { useNearViewport } from '../../lib/use-near-viewport.ts'

// Waits for the page's own resources.
function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
}

/** Whether an element has been on screen and the browser has been idle since. Used to delay loading MapLibre. */
export function useNearAndIdle(box: RefObject<HTMLElement | null>): boolean {
  const isNear = useNearViewport(box)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isNear) return
    void loaded()
      .then(whenIdle)
      .then(() => setIdle(true))
  }, [isNear])
  return isIdle
}
