import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'

/** How long (ms) to wait for the search field of a screen that has just been opened. */
const WAIT_MS = 5_000
const STEP_MS = 50

function focusField(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** Focuses the screen's search field. If it has none, opens Discover, or the map for visitors, and focuses that field. */
export function focusSearch(): void {
  // Screens without navigation, such as sign-in, aren't left.
  if (focusField() || !document.querySelector('[data-rail]')) return
  go(session.get().user ? '/feed' : '/spots')
  const until = performance.now() + WAIT_MS
  const controller = new AbortController()
  const timer = setInterval(() => {
    if (focusField() || performance.now() > until) controller.abort()
  }, STEP_MS)
  controller.signal.addEventListener('abort', () => clearInterval(timer))
  // If the person does something else meanwhile, the focus stays where they put it.
  for (const event of ['keydown', 'pointerdown'])
    addEventListener(event, () => controller.abort(), { signal: controller.signal })
}
