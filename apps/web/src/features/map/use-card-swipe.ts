import { type RefObject, useEffectEvent } from 'react'

/** Opens the spot before or after the selected one in the list. Null if there is none. */
export type Neighbors = { previous: (() => void) | null; next: (() => void) | null }

/** A swipe counts from this share of the card's width, or at this speed (px/ms) after at least `MIN_PX`. */
const SHARE = 0.3
const FLICK = 0.5
const MIN_PX = 24
/** How much of the finger's movement the card follows where there is no spot to go to. */
const RESISTANCE = 0.2

/** Makes a card follow a sideways swipe, which opens the next or previous spot. */
export function useCardSwipe(card: RefObject<HTMLElement | null>, { previous, next }: Neighbors) {
  const findTarget = (dx: number) => (dx < 0 ? next : previous)
  const draw = (translate: string, isSwiping: boolean) => {
    if (!card.current) return
    card.current.toggleAttribute('data-swiping', isSwiping)
    card.current.style.translate = translate
  }
  return {
    onSwipe: useEffectEvent((dx: number) =>
      draw(`${Math.round(findTarget(dx) ? dx : dx * RESISTANCE)}px`, true),
    ),
    onSwiped: useEffectEvent((dx: number, velocity: number) => {
      const isFlick = Math.abs(velocity) >= FLICK && Math.abs(dx) >= MIN_PX && velocity * dx > 0
      const isFar = Math.abs(dx) >= SHARE * (card.current?.offsetWidth ?? innerWidth)
      const target = findTarget(dx)
      if (target && (isFlick || isFar)) return target()
      draw('', false)
    }),
  }
}
