import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Whether the browser anchors scrolling when content above the viewport grows. */
function isAnchored() {
  return CSS.supports('overflow-anchor', 'auto')
}

/** Delays rendering its content until doing so won't shift anything on screen. */
export function WhereNothingMoves({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => {
      // If the page fits on the screen, nothing below the slot can shift.
      const isShort = document.documentElement.scrollHeight <= innerHeight
      const isFree = entries.some(
        ({ isIntersecting, boundingClientRect: { top } }) =>
          isShort || (!isIntersecting && (isAnchored() || top > 0)),
      )
      if (isFree) setShown(true)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{isShown && children}</div>
}
