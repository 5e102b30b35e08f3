/** How long (ms) scrollbars stay visible after scrolling stops. */
const HIDE_DELAY_MS = 600

/** Shows scrollbars only while something scrolls. The styles are in `ui/base.css`. */
export function hideScrollbarsAtRest(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    document.documentElement.dataset.scrolling = ''
    clearTimeout(timer)
    timer = setTimeout(() => delete document.documentElement.dataset.scrolling, HIDE_DELAY_MS)
  }
  document.addEventListener('scroll', moved, { capture: true, passive: true })
}
