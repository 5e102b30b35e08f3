import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { FIRST_SCREEN } from '../lib/page/after-first-screen.ts'
import { storeInstallPrompt } from '../lib/page/install-prompt.ts'
import { readStored } from '../lib/storage.ts'
import { LoadingPage } from './loading.tsx'
import { queryClient } from './query-client.ts'
import { connectRouter, router } from './router.tsx'

/** If the first screen takes longer than this (ms), a loading indicator appears. */
const PATIENCE_MS = 120
/** Delay (ms) before loading the service worker and the outbox, so that they don't slow down the first screen. */
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
 * Starts the app, replacing the container's content. `path` is the screen to open if the app is started from a page
 * that works without it.
 */
export async function start(container: HTMLElement, path?: string): Promise<void> {
  connectRouter()
  storeInstallPrompt()
  if (path) router.history.push(path)
  const root = createRoot(container)
  const timer = setTimeout(() => root.render(<LoadingPage />), PATIENCE_MS)
  // Needed until the router is mounted and subscribes to the history itself.
  const unfollow = router.history.subscribe(() => void router.load())
  // Load the route before React renders, so that the first paint shows the screen.
  await router.load()
  clearTimeout(timer)
  root.render(<App onMounted={unfollow} />)
  // Starts after everything the first screen needs.
  const loadLate = () =>
    void import('./start-late.ts').catch(() => addEventListener('online', loadLate, { once: true }))
  setTimeout(() => {
    performance.mark(FIRST_SCREEN)
    loadLate()
  }, LATER_MS)
  // If entries are pending, load the outbox immediately, because screens show pending entries as sent.
  if (readStored('nollie.waiting')) void import('./start-outbox.tsx').catch(() => undefined)
}
