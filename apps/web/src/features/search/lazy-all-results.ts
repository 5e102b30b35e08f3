import { lazyPart } from '../../ui/lazy-part.tsx'

/** The results of a search; the code is loaded with the first search. */
export const AllResults = lazyPart(() =>
  import('./all-results.tsx').then(({ AllResults }) => ({ default: AllResults })),
)
