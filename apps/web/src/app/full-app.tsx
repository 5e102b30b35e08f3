import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from './query-client.ts'
import { connectRouter, router } from './router.tsx'

/** Draws the app into a root that the front door may already have used. */
export function show(root: Root): void {
  connectRouter()
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Starts the app in an empty page. */
export const mount = (container: HTMLElement): void => show(createRoot(container))
