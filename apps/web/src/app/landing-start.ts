import { session } from '../lib/session.ts'
import { HOME, SUSPENDED } from './paths.ts'

type App = { start: (container: HTMLElement, path?: string) => Promise<void> }

function linkAt({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
}

function opensElsewhere(event: MouseEvent) {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/** Replaces the landing page if the app can't be loaded. The HTML is embedded in the page. */
function showOffline(container: HTMLElement, path: string) {
  const template = document.getElementById('offline') as HTMLTemplateElement
  container.replaceChildren(template.content.cloneNode(true))
  container.querySelector('button')?.addEventListener('click', () => location.assign(path))
}

/** Makes the prerendered landing page interactive: its links open the app without a page load. */
export function startLanding(container: HTMLElement, loadApp: () => Promise<App>): void {
  const left = new AbortController()
  const { signal } = left
  const enter = async (path: string) => {
    try {
      const { start } = await loadApp()
      if (signal.aborted) return
      left.abort()
      await start(container, path)
    } catch {
      // If the device is online, the code is missing because a newer version was deployed.
      if (navigator.onLine) location.assign(path)
      else showOffline(container, path)
    }
  }
  const hint = (event: Event) => {
    if (linkAt(event)) loadApp().catch(() => undefined)
  }
  container.addEventListener('pointerover', hint, { signal })
  container.addEventListener('focusin', hint, { signal })
  const open = (event: MouseEvent) => {
    const link = linkAt(event)
    if (!link || opensElsewhere(event)) return
    event.preventDefault()
    void enter(link.pathname + link.search + link.hash)
  }
  container.addEventListener('click', open, { signal })
  // Signing in or being suspended in another tab changes the screen.
  const stop = session.onEvent((_, { status }) => {
    if (status === 'signed-in') location.replace(HOME)
    if (status === 'suspended') location.replace(SUSPENDED)
  })
  signal.addEventListener('abort', stop)
}
