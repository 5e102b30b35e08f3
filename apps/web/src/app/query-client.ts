import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// Retries only errors that may be temporary, never refusals. Offline queries run again on the `online` event.
function isWorthRetrying(error: unknown) {
  return !(error instanceof ApiError) || error.status >= 500 || (error.code === 'OFFLINE' && navigator.onLine)
}

// For debugging (ERR-01): logs the error code and the request ID from the server's log, but no personal data.
function logFailure(error: unknown) {
  return console.warn(
    'Loading failed:',
    error instanceof ApiError ? `${error.status} ${error.code} ${error.requestId}` : error,
  )
}

/** The cache for server data. It's cleared when someone signs in or out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: logFailure }),
  defaultOptions: {
    // Offline requests fail immediately with an error. By default, TanStack Query would pause them silently and send
    // them much later.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
    },
  },
})
