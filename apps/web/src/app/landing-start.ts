import { session } from '../lib/session-store.ts'
import { HOME, SUSPENDED } from './paths.ts'

type App = { start: (container: HTMLElement, path?: string) => Promise<void> }

const linkAt = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** What stands in the landing page's place where nothing can be loaded; it came with the page. */
const showOffline = (container: HTMLElement, path: string) => {
  const template = document.getElementById('offline') as HTMLTemplateElement
  container.replaceChildren(template.content.cloneNode(true))
  container.querySelector('button')?.addEventListener('click', () => location.assign(path))
}

/** Brings the landing page, which came as HTML, to life: its links open the app without loading the page again. */
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
      // Online it is a newer version that is there by now.
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
  // Whoever signs in in another tab, or was suspended, belongs elsewhere.
  const stop = session.onEvent((_, { status }) => {
    if (status === 'signed-in') location.replace(HOME)
    if (status === 'suspended') location.replace(SUSPENDED)
  })
  signal.addEventListener('abort', stop)
}
