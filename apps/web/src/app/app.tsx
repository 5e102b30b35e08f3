import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LoadingPage } from '../pages/loading.tsx'
import { queryClient } from './query-client.ts'
import { connectRouter, router } from './router.tsx'

/** A first screen that takes longer than this, in ms, shows that it is loading. */
const PATIENCE_MS = 120

function App({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/**
 * Starts the app in the page, in the place of whatever stands there. `path` is where the person went from a page that was
 * ready without it.
 */
export async function start(container: HTMLElement, path?: string): Promise<void> {
  connectRouter()
  if (path) router.history.push(path)
  const root = createRoot(container)
  const timer = setTimeout(() => root.render(<LoadingPage />), PATIENCE_MS)
  // Once it is mounted the router follows the history itself, by the very function that it would not add twice.
  const unfollow = router.history.subscribe(() => void router.load())
  // Before React draws: the first paint is the screen itself.
  await router.load()
  clearTimeout(timer)
  root.render(<App onMounted={unfollow} />)
}
