import { lazy } from 'react'

// Apart from the section of a spot's page, so that neither screen loads what is around the other.

/** How a spot skates, in one line of its card. */
export const LazyFactLine = lazy(() =>
  import('./fact-line.tsx').then(({ FactLine }) => ({ default: FactLine })),
)

/** The map's filters by how spots skate. */
export const LazyFactFilters = lazy(() =>
  import('./fact-filters.tsx').then(({ FactFilters }) => ({ default: FactFilters })),
)
