import { type RefObject, useEffect, useState } from 'react'

/** Whether at least `share` (0 to 1) of an element is on screen. */
export function useOnScreen(box: RefObject<HTMLElement | null>, share: number): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => setOnScreen((entries.at(-1)?.intersectionRatio ?? 0) >= share),
      { threshold: [0, share] },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, share])
  return isOnScreen
}
