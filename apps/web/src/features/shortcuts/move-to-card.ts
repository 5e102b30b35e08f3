function isShown(element: HTMLElement) {
  return element.offsetParent !== null
}

/** Returns the cards of the main list, or of the list beside it if there are none. */
function findCards(): HTMLElement[] {
  for (const place of ['#main', 'aside']) {
    const cards = document.querySelectorAll<HTMLElement>(`${place} :is(article, [data-card])`)
    const shown = [...cards].filter(isShown)
    if (shown.length > 0) return shown
  }
  return []
}

function isInView(card: HTMLElement) {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

// The card's link or button, so that Enter opens it. A post has several, so the post itself is focused.
function findTarget(card: HTMLElement): HTMLElement {
  return (
    card.querySelector<HTMLElement>(card.matches('article') ? ':is(h2, h3) :is(a, button)' : 'a, button') ??
    card
  )
}

function findNext(cards: HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const current = cards.findIndex((card) => card.contains(document.activeElement))
  const card = cards[current]
  if (card && isInView(card)) return cards[current + step]
  // Nothing has focus, or the person has scrolled away from it.
  return step > 0 ? cards.find((one) => one.getBoundingClientRect().top >= 0) : cards.findLast(isInView)
}

/** Focuses the next (1) or previous (-1) card of the screen's list and scrolls to it. */
export function moveToCard(step: 1 | -1): void {
  const card = findNext(findCards(), step)
  if (!card) return
  const target = findTarget(card)
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
  card.scrollIntoView({ block: card.offsetHeight > innerHeight / 2 ? 'start' : 'nearest' })
}
