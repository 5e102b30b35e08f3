import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** Number of rows rendered beyond the viewport on each side. */
const OVERSCAN = 6
/** The range moves in steps of this many rows, to reduce renders while scrolling. */
const STEP = 3

/** The rows `[first, end)` to render of a list of `rows` equally high rows that scrolls with the page. */
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

/** {@link rowsInView} for an element while the page scrolls. Distant rows are not rendered. */
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
