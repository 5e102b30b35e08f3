import { looks } from '../ui/looks.ts'

/** The longest wait for the heading of a screen, in ms. */
const TIMEOUT_MS = 4000

const headingOnScreen = () => {
  const main = document.getElementById('main')
  return main?.closest(`.${looks.page}`)?.querySelector<HTMLElement>('h1') ?? main
}

let stop = () => {}

/**
 * Moves the focus to the heading of the arriving screen, so that screen readers start there. The screen before may stay
 * visible for a moment, so this repeats until the new heading is focused or the person moves the focus. A person
 * `writing` in a field that stays on screen is not interrupted.
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
