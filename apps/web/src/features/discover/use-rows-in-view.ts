import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** The number of rows rendered beyond the viewport on each side. */
const OVERSCAN = 6
/** The rendered range moves in steps of this many rows, which means fewer renders while scrolling. */
const STEP = 3

/** Returns the rows `[first, end)` to render in a list of `rows` rows of equal height that scrolls with the page. */
export function rowsInView(
  { top, height, screen }: { top: number; height: number; screen: number },
  rows: number,
): [number, number] {
  const pitch = height / Math.max(1, rows)
  if (!(pitch > 0)) return [0, 0]
  const first = Math.floor(-top / pitch / STEP) * STEP - OVERSCAN
  const end = Math.ceil((screen - top) / pitch / STEP) * STEP + OVERSCAN
  return [Math.min(rows, Math.max(0, first)), Math.max(0, Math.min(rows, end))]
}

/** Runs {@link rowsInView} for an element while the page scrolls. Rows outside that range aren't rendered. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: number): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const measure = useEffectEvent(() => {
    if (!box.current) return
    const { top, height } = box.current.getBoundingClientRect()
    const [first, end] = rowsInView({ top, height, screen: innerHeight }, rows)
    setRange((now) => (now[0] === first && now[1] === end ? now : [first, end]))
  })
  useLayoutEffect(() => measure(), [rows])
  useEffect(() => {
    const moved = () => measure()
    addEventListener('scroll', moved, { passive: true })
    const resized = new ResizeObserver(moved)
    resized.observe(document.documentElement)
    return () => {
      removeEventListener('scroll', moved)
      resized.disconnect()
    }
  }, [])
  return range
}
