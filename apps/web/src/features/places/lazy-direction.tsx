import { lazyExtra } from '../../ui/lazy-part.tsx'

/** Loads the code of `LazyDirection`. */
export const loadDirection = () => import('./direction-row.tsx')

/** How far a place is and in which direction; what it is on waits for it. */
export const LazyDirection = lazyExtra(() =>
  loadDirection().then(({ DirectionRow }) => ({ default: DirectionRow })),
)
