import { useEffect, useRef, useState } from 'react'

/** Measures the card that covers the map on phones, so that controls stay above it. Can focus the next card. */
export function useCardHeight(isSheet: boolean) {
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
    /** Returns how many pixels at the bottom of an element the sheet covers when the page is scrolled to the top. */
    covered: (element: HTMLElement | null): number =>
      height > 0 && element
        ? Math.max(0, element.getBoundingClientRect().bottom + scrollY - (innerHeight - height))
        : 0,
    /** Moves focus to the next card that opens. */
    focusNext: () => {
      wantsFocus.current = true
    },
  }
}
