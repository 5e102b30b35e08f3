import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// Retries only errors that may be temporary, never a refusal.
const worthAnotherTry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === 'OFFLINE'

/** The cache of the server's data; emptied when another person signs in or out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Sends without a network fail at once and show an error; TanStack Query would otherwise wait in silence and send
    // much later.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && worthAnotherTry(error),
    },
  },
})
