import { useLayoutEffect, useRef } from 'react'

/**
 * Controls a card's strip, in which each item is as wide as the strip. Scrolls to the current item, and reports which
 * item a swipe ended on.
 */
export function useStrip(at: number, total: number, onMove: (at: number) => void) {
  const strip = useRef<HTMLUListElement>(null)
  const shown = useRef(0)

  // Scrolls to the current item, unless a swipe already did.
  useLayoutEffect(() => {
    const box = strip.current
    // The first item needs no scrolling. Measuring would force a layout of the whole page before its first paint.
    if (!box || at === shown.current) return
    const now = Math.round(box.scrollLeft / Math.max(1, box.clientWidth))
    if (now !== at) box.scrollTo({ left: at * box.clientWidth, behavior: 'instant' })
    shown.current = at
  }, [at])

  const turn = (step: number) => {
    const box = strip.current
    box?.scrollTo({ left: (at + step) * box.clientWidth, behavior: 'smooth' })
  }
  const scrolled = () => {
    const box = strip.current
    if (!box || box.clientWidth === 0) return
    const now = Math.min(total - 1, Math.max(0, Math.round(box.scrollLeft / box.clientWidth)))
    if (now === shown.current) return
    shown.current = now
    onMove(now)
  }
  return { strip, turn, scrolled }
}
