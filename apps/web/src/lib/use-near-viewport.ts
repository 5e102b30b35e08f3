import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been on screen or within `margin` of it. Once true, it stays true. */
export function useNearViewport(box: RefObject<HTMLElement | null>, margin = '0px'): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!box.current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, margin, isNear])
  return isNear
}
