import { useEffect, useRef, useState } from 'react'

/** The card over the map on phones: how high it is, so that what floats on the map rises above it. */
export function useSheet(isSheet: boolean) {
  const home = useRef<HTMLDivElement>(null)
  const [section, setSection] = useState<HTMLElement | null>(null)
  const [height, setHeight] = useState(0)
  const wantsFocus = useRef(false)

  useEffect(() => {
    if (!section || !isSheet) {
      setHeight(0)
      return
    }
    const sized = new ResizeObserver(() => setHeight(Math.round(section.offsetHeight)))
    sized.observe(section)
    return () => sized.disconnect()
  }, [section, isSheet])
  useEffect(() => {
    home.current?.style.setProperty('--sheet-h', `${height}px`)
  }, [height])
  useEffect(() => {
    if (!section || !wantsFocus.current) return
    wantsFocus.current = false
    section.focus({ preventScroll: true })
  }, [section])

  return {
    home,
    height,
    ref: setSection,
    /** How much of the lower edge of an element the sheet hides, once the page is scrolled up. */
    covered: (element: HTMLElement | null): number =>
      height > 0 && element
        ? Math.max(0, element.getBoundingClientRect().bottom + scrollY - (innerHeight - height))
        : 0,
    /** Puts the focus on the next card that opens. */
    focusNext: () => {
      wantsFocus.current = true
    },
  }
}
