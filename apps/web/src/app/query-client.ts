import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// Retries only errors that may be temporary, never a refusal. Without a network it is there again with its event.
const worthAnotherTry = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || (error.code === 'OFFLINE' && navigator.onLine)

// For whoever looks for an error (ERR-01): the refusal, and the request by which the server has logged it; nothing personal.
const logFailure = (error: unknown) =>
  console.warn(
    'Loading failed:',
    error instanceof ApiError ? `${error.status} ${error.code} ${error.requestId}` : error,
  )

/** The cache of the server's data; emptied when another person signs in or out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
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
