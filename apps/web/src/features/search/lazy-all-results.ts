import { lazyPart } from '../../ui/lazy-part.tsx'

/** A search's results; the code loads with the first search. */
export const AllResults = lazyPart(() =>
  import('./all-results.tsx').then(({ AllResults }) => ({ default: AllResults })),
)
