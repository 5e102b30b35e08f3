import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { lazyExtra } from '../../../ui/lazy-part.tsx'

async function load() {
  await afterFirstScreen()
  return import('./late-map-parts.ts')
}

/** The chips on the map. They load after the first screen. */
export const LazyQuickFilters = lazyExtra(() =>
  load().then(({ QuickFilters }) => ({ default: QuickFilters })),
)

/** The offer next to the locate button. It loads after the first screen. */
export const LazyLocateOffer = lazyExtra(() => load().then(({ LocateOffer }) => ({ default: LocateOffer })))
