import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// A refusal stays a refusal; only what may be chance is asked again.
const worthAnotherTry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === 'OFFLINE'

/** What the app knows from the server; emptied when somebody else signs in or out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // What is sent without a network fails at once and says so; waiting in silence for one, it would go out unawares.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && worthAnotherTry(error),
    },
  },
})
