import { looks } from '../ui/looks.ts'

/** Maximum time (ms) to wait for a screen's heading. */
const TIMEOUT_MS = 4000

function headingOnScreen() {
  const main = document.getElementById('main')
  return main?.closest(`.${looks.page}`)?.querySelector<HTMLElement>('h1') ?? main
}

let stop = () => {}

/**
 * Moves focus to the new screen's heading, so that screen readers start there. While the previous screen is still
 * visible, retries until the heading has focus or the person moves the focus. Does nothing if the person is `writing`
 * in a field that stays on screen.
 */
export function focusArrivingHeading(writing: boolean): void {
  stop()
  const left = document.activeElement
  if (writing && left instanceof HTMLTextAreaElement) return
  const until = performance.now() + TIMEOUT_MS
  let ours: HTMLElement | null = null
  const hold = () => {
    const now = document.activeElement
    const moved = now !== document.body && now !== left && now !== ours
    if (moved || performance.now() > until) return stop()
    const heading = headingOnScreen()
    if (!heading || heading === now || heading.contains(now)) return
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    ours = heading
  }
  const timer = setInterval(hold, 50)
  stop = () => clearInterval(timer)
  hold()
}
