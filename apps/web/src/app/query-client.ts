import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// A refusal stays a refusal; only what may be chance is asked again.
const worthAnotherTry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === 'OFFLINE'

/** What the app knows from the server; emptied when somebody else signs in or out. */
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
