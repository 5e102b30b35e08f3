import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// Separate from the section of the spot's page, so that neither screen loads the other's code.

/** Loads the code of `LazyFactLine`. */
export const loadFactLine = () => import('./fact-line.tsx')

/** A spot's facts on one line of its card, which waits for it to load. */
export const LazyFactLine = lazyExtra(() => loadFactLine().then(({ FactLine }) => ({ default: FactLine })))

/** The map's fact filters. */
export const LazyFactFilters = lazyPart(() =>
  import('./fact-filters.tsx').then(({ FactFilters }) => ({ default: FactFilters })),
)
