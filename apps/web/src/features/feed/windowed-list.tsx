import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rows within this distance of the viewport are rendered. Other rows are empty but have the same height. */
const MARGIN = '120% 0px'
/** The assumed height (px) of a row that hasn't been rendered yet. */
const GUESS_PX = 680
/** The number of rows rendered before anything is measured. */
const FIRST_ROWS = 2

type Seen = { height: number; width: number }
// Remembers row heights, so that a list has the same height when it's shown again and its scroll position is still
// valid.
const seen = new Map<string, Seen>()
const drawn = new Set<string>()

function getHeight(id: string): number | undefined {
  const known = seen.get(id)
  return known?.width === innerWidth ? known.height : undefined
}

// Rows with a focused field or an open dialog aren't removed.
function isInUse(box: Element) {
  return box.contains(document.activeElement) || box.querySelector('[data-in-use]') !== null
}

type Entering = (isNear: boolean) => void
const entering = new WeakMap<Element, Entering>()
let observer: IntersectionObserver | null = null

function observe(row: Element, onEnter: Entering) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) entering.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  const shared = observer
  entering.set(row, onEnter)
  shared.observe(row)
  return () => shared.unobserve(row)
}

/**
 * A row in a long list that scrolls with the page. Far from the viewport, it's an empty element of the same height, so
 * thousands of rows cost little and nothing shifts.
 */
export function WindowedRow({
  id,
  index,
  className,
  children,
}: {
  id: string
  index: number
  className?: string | undefined
  children: ReactNode
}) {
  const row = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(() => drawn.has(id) || index < FIRST_ROWS)

  useEffect(() => {
    const box = row.current
    if (!box) return
    return observe(box, (isNear) => {
      if (!isNear && isInUse(box)) return
      drawn[isNear ? 'add' : 'delete'](id)
      setNear(isNear)
    })
  }, [id])
  useLayoutEffect(() => {
    const box = row.current
    if (!near || !box) return
    const measure = () => seen.set(id, { height: box.offsetHeight, width: innerWidth })
    const resized = new ResizeObserver(measure)
    resized.observe(box)
    return () => resized.disconnect()
  }, [id, near])

  return (
    <div
      ref={row}
      className={className}
      style={near ? undefined : { height: getHeight(id) ?? GUESS_PX }}
      data-far={near ? undefined : ''}
    >
      {near && children}
    </div>
  )
}
