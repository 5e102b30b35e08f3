type Search = { item?: unknown }
type Change = { fromLocation?: { search: Search } | undefined; toLocation: { search: Search } }

function isOnScreen(photo: Element) {
  const { top, bottom, left, right } = photo.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

/**
 * Remembers which photo on the screen opened the lightbox. The returned function marks this photo, so that it grows
 * into the lightbox and shrinks back (`ui/view-transitions.css`). Nothing is marked if the lightbox closes at another
 * photo.
 */
export function watchViewedPhoto(): (lightbox: 'opens' | 'closes', change: Change) => void {
  let clicked: Element | null = null
  let opened: { item: unknown; photo: Element } | null = null
  document.addEventListener('click', ({ target }) => (clicked = target instanceof Element ? target : null), {
    capture: true,
    passive: true,
  })
  const mark = (photo: Element | null) => {
    for (const before of document.querySelectorAll('[data-viewed]')) before.removeAttribute('data-viewed')
    photo?.setAttribute('data-viewed', '')
  }
  return (lightbox, { fromLocation, toLocation }) => {
    if (lightbox === 'opens') {
      const photo = clicked?.closest('button, a, li')?.querySelector('img') ?? null
      opened = photo && { item: toLocation.search.item, photo }
      return mark(photo)
    }
    const isSame = opened?.item === fromLocation?.search.item
    mark(opened && isSame && opened.photo.isConnected && isOnScreen(opened.photo) ? opened.photo : null)
  }
}
