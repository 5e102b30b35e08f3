import type { Spot } from '@nollie/contract'
import { lazy, Suspense } from 'react'
import { Panel } from '../../ui/panel.tsx'

// Texts and pictures of facts are larger than what a first screen may weigh, and are below it.

const Section = lazy(() =>
  import('./facts-section.tsx').then(({ FactsOfSpot }) => ({ default: FactsOfSpot })),
)

/** How a spot skates, on its page. */
export function FactsSection({ spot }: { spot: Pick<Spot, 'id' | 'name'> }) {
  return (
    <Panel>
      <Suspense fallback={null}>
        <Section spot={spot} />
      </Suspense>
    </Panel>
  )
}

/** How a spot skates, in one line of its card. */
export const LazyFactLine = lazy(() =>
  import('./fact-line.tsx').then(({ FactLine }) => ({ default: FactLine })),
)

/** The map's filters by how spots skate. */
export const LazyFactFilters = lazy(() =>
  import('./fact-filters.tsx').then(({ FactFilters }) => ({ default: FactFilters })),
)
