import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from './query-client.ts'
import { connectRouter, router } from './router.tsx'

/** A screen that takes longer than this, in ms, to stand in the place of the one before is not waited for. */
const TIMEOUT_MS = 2000

/** Draws the app into a root that the front door may already have used. */
export function show(root: Root): void {
  connectRouter()
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

// By its place in the page: what is drawn again has other elements in the same places.
const focusedElement = (): { tag: string; path: number[] } | null => {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body) return null
  const path: number[] = []
  for (let at: Element = activeElement; at !== body && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at))
  return { tag: activeElement.tagName, path }
}

const focusAgain = (focused: ReturnType<typeof focusedElement>) => {
  if (!focused || document.activeElement !== document.body) return
  const found = focused.path.reduce<Element | undefined>((at, index) => at?.children[index], document.body)
  if (found instanceof HTMLElement && found.tagName === focused.tag) found.focus({ preventScroll: true })
}

/** The same around a screen that is there already: it is drawn again where it stands, at the place it was scrolled to. */
export async function showInPlace(root: Root): Promise<void> {
  const [path, top, focused] = [location.pathname, scrollY, focusedElement()]
  connectRouter()
  await router.load()
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
    setTimeout(resolve, TIMEOUT_MS)
    show(root)
  })
  if (location.pathname !== path) return
  // The router begins at the top, and remembers a place only when it has seen somebody scroll.
  scrollTo({ top, behavior: 'instant' })
  document.dispatchEvent(new Event('scroll'))
  focusAgain(focused)
}

/** Starts the app in an empty page. */
export const mount = (container: HTMLElement): void => show(createRoot(container))
