/** How long a scrollbar stays after scrolling has stopped, in ms. */
const HIDE_DELAY_MS = 600

/** Shows scrollbars only while something scrolls; the look is in `ui/base.css`. */
export function hideScrollbarsAtRest(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    document.documentElement.dataset.scrolling = ''
    clearTimeout(timer)
    timer = setTimeout(() => delete document.documentElement.dataset.scrolling, HIDE_DELAY_MS)
  }
  document.addEventListener('scroll', moved, { capture: true, passive: true })
}
