/** Opens the spot before or after the selected one in the list. Null if there is none. */
export type Neighbors = { previous: (() => void) | null; next: (() => void) | null }

/** Where a card comes from: below, or the side that a swipe brought it from. */
export type CardOrigin = 'below' | 'left' | 'right'

/** A swipe counts from this share of the card's width, or at this speed (px/ms) after at least `MIN_PX`. */
const SHARE = 0.3
const FLICK = 0.5
const MIN_PX = 24
/** The share of the finger's movement that the card follows if there is no spot in that direction. */
const RESISTANCE = 0.2

function findTarget({ previous, next }: Neighbors, dx: number) {
  return dx < 0 ? next : previous
}

/** Moves the card with a finger that has swiped `dx` px to the right. */
export function followSwipe(card: HTMLElement | null, neighbors: Neighbors, dx: number): void {
  if (!card) return
  card.dataset.swiping = ''
  card.style.translate = `${Math.round(findTarget(neighbors, dx) ? dx : dx * RESISTANCE)}px`
}

/** Opens a neighbor if the swipe was far or fast (px/ms, positive if rightward) enough. If not, the card moves back. */
export function endSwipe(card: HTMLElement | null, neighbors: Neighbors, dx: number, velocity: number): void {
  const isFlick = Math.abs(velocity) >= FLICK && Math.abs(dx) >= MIN_PX && velocity * dx > 0
  const isFar = Math.abs(dx) >= SHARE * (card?.offsetWidth ?? innerWidth)
  const open = isFlick || isFar ? findTarget(neighbors, dx) : null
  if (open) return open()
  if (!card) return
  delete card.dataset.swiping
  card.style.translate = ''
}
