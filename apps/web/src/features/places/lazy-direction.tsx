import { lazyExtra } from '../../ui/lazy-part.tsx'

/** Loads the code for `LazyDirection`. */
export const loadDirection = () => import('./direction-row.tsx')

/** The distance and direction to a place. The content around it waits until it has loaded. */
export const LazyDirection = lazyExtra(() =>
  loadDirection().then(({ DirectionRow }) => ({ default: DirectionRow })),
)
