import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** Loads the code for `LazyDirection`. */
export function loadDirection() {
  return import('./direction-row.tsx')
}

/** The distance and direction to a place. The content around it waits until it has loaded. */
export const LazyDirection = lazyExtra(() =>
  loadDirection().then(({ DirectionRow }) => ({ default: DirectionRow })),
)

/** The distance from this device to a place. It loads after the first screen. */
export const LazyDistance = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./distance-to.tsx').then(({ DistanceTo }) => ({ default: DistanceTo }))
})
