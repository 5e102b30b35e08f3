import { lazy } from 'react'

/** The results of a search; their code is loaded with the first search. */
export const AllResults = lazy(() =>
  import('./all-results.tsx').then(({ AllResults }) => ({ default: AllResults })),
)
