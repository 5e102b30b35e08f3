import { useEffect, useRef, useState } from 'react'

/** How many pixels of the map a card covers: `height` from the bottom, or `side` from the left. */
export type Cover = { height: number; side: number }

const NOTHING: Cover = { height: 0, side: 0 }

/**
 * Stores how much of the map the card covers on phones, where it is a sheet, so that controls stay above it. Can focus
 * the next card.
 */
export function useCardHeight(isSheet: boolean) {
  const home = useRef<HTMLDivElement>(null)
  const [section, setSection] = useState<HTMLElement | null>(null)
  const [{ height, side }, setCover] = useState(NOTHING)
  const wantsFocus = useRef(false)

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
    side,
    /** Whether the covered part is known. */
    isKnown: !isSheet || height + side > 0,
    ref: setSection,
    cover: (next: Cover): void =>
      setCover((now) => (now.height === next.height && now.side === next.side ? now : next)),
    /** Returns how many pixels of the map the card covers when the page is scrolled to the top. */
    covered: (map: HTMLElement | null): { bottom: number; left: number } => {
      if (height + side === 0 || !map || !home.current) return { bottom: 0, left: 0 }
      const top = home.current.getBoundingClientRect().top + scrollY
      return { bottom: Math.max(0, top + map.offsetHeight - (innerHeight - height)), left: side }
    },
    /** Moves focus to the next card that opens. */
    focusNext: () => {
      wantsFocus.current = true
    },
  }
}
