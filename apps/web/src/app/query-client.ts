import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { session } from '../lib/session.ts'

// A refusal stays a refusal; only what may be chance is asked again.
const worthAnotherTry = (fault: unknown) =>
  !(fault instanceof ApiError) || fault.status >= 500 || fault.code === 'OFFLINE'

// A session that ended behind our back, or is good for little now, is noticed by the first call it refuses.
const onError = (fault: unknown) => {
  if (fault instanceof ApiError && (fault.code === 'SESSION_MISSING' || fault.code === 'SUSPENDED'))
    session.refresh().catch(() => undefined)
}

/** What the app knows from the server; emptied when somebody else signs in or out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, fault) => count < 2 && worthAnotherTry(fault),
    },
  },
})
