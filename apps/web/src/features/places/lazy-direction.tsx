import { lazyExtra } from '../../ui/lazy-part.tsx'

/** Loads the code of `LazyDirection`. */
export const loadDirection = () => import('./direction-row.tsx')

/** The distance and direction of a place. The content around it waits for it to load. */
export const LazyDirection = lazyExtra(() =>
  loadDirection().then(({ DirectionRow }) => ({ default: DirectionRow })),
)
