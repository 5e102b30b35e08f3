import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// In a separate file from the section on the spot's page, so that neither screen loads the other's code.

/** Loads the code for `LazyFactLine`. */
export function loadFactLine() {
  return import('./fact-line.tsx')
}

/** A line with a spot's facts for the spot's card. Suspends until it has loaded. */
export const LazyFactLine = lazyExtra(() => loadFactLine().then(({ FactLine }) => ({ default: FactLine })))

/** The map's fact filters. */
export const LazyFactFilters = lazyPart(() =>
  import('./fact-filters.tsx').then(({ FactFilters }) => ({ default: FactFilters })),
)
