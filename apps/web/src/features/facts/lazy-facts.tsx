import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// Apart from the section of a spot's page, so that neither screen loads what is around the other.

/** Loads the code of `LazyFactLine`. */
export const loadFactLine = () => import('./fact-line.tsx')

/** How a spot skates, in one line of its card, which waits for it. */
export const LazyFactLine = lazyExtra(() => loadFactLine().then(({ FactLine }) => ({ default: FactLine })))

/** The map's filters by how spots skate. */
export const LazyFactFilters = lazyPart(() =>
  import('./fact-filters.tsx').then(({ FactFilters }) => ({ default: FactFilters })),
)
