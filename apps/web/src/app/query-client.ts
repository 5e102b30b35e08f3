import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

// A refusal stays a refusal; only what may be chance is asked again.
const worthAnotherTry = (fault: unknown) =>
  !(fault instanceof ApiError) || fault.status >= 500 || fault.code === 'OFFLINE'

/** What the app knows from the server; emptied when somebody else signs in or out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, fault) => count < 2 && worthAnotherTry(fault),
    },
    // Without a network a deed fails and is said to have failed; it is not done later, behind somebody's back.
    mutations: { networkMode: 'always' },
  },
})
