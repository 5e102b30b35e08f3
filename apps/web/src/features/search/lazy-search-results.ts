import { lazy } from 'react'

/** The results of a search; their code is loaded with the first search. */
export const SearchResults = lazy(() =>
  import('./search-results.tsx').then(({ SearchResults }) => ({ default: SearchResults })),
)
