import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { FIRST_SCREEN } from '../lib/after-first-screen.ts'
import { readStored } from '../lib/storage.ts'
import { LoadingPage } from './loading.tsx'
import { queryClient } from './query-client.ts'
import { connectRouter, router } from './router.tsx'

/** A first screen that takes longer than this, in ms, shows that it is loading. */
const PATIENCE_MS = 120
/** When the first screen has everything that it needs. */
const LATER_MS = 4_000

function App({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/**
 * Starts the app and replaces the content of the container. `path` is the address that the person opened from a page
 * that works without the app.
 */
export async function start(container: HTMLElement, path?: string): Promise<void> {
  connectRouter()
  if (path) router.history.push(path)
  const root = createRoot(container)
  const timer = setTimeout(() => root.render(<LoadingPage />), PATIENCE_MS)
  // Needed until the router is mounted, which then subscribes to the history itself.
  const unfollow = router.history.subscribe(() => void router.load())
  // Loads the route before React renders, so that the first paint is the screen.
  await router.load()
  clearTimeout(timer)
  root.render(<App onMounted={unfollow} />)
  // After everything that the first screen needs; without a network the next visit tries again.
  setTimeout(() => {
    performance.mark(FIRST_SCREEN)
    void import('./start-worker.ts').catch(() => undefined)
  }, LATER_MS)
  // What waits to be sent is shown as if it had been.
  const wait = readStored('nollie.waiting') ? 0 : LATER_MS
  const loadOutbox = () =>
    void import('./start-outbox.tsx').catch(() => addEventListener('online', loadOutbox, { once: true }))
  setTimeout(loadOutbox, wait)
}
