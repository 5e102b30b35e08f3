import type { Spot } from '@nollie/contract'
import { Suspense, useRef } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { useNearViewport } from '../../lib/use-near-viewport.ts'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lazy-facts-section.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

// The strings and images for facts exceed the first screen's budget. They load when the section is almost in view: its
// height depends on the facts, and content below it must not move while someone is reading. Until then, `data-waits`
// hides that content.

const Section = lazyPart(async () => {
  await afterFirstScreen()
  return import('./facts-section.tsx').then(({ FactsOfSpot }) => ({ default: FactsOfSpot }))
})

/** The facts section on a spot's page. */
export function FactsSection({ spot }: { spot: Pick<Spot, 'id' | 'name' | 'name_is_guess' | 'facts'> }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNearViewport(place, '100% 0px')
  const pending = (
    <div data-waits="">
      <Skeleton className={styles.pending} />
    </div>
  )
  return (
    <div ref={place} className={styles.place} data-known={spot.facts ? '' : undefined}>
      {isNear ? (
        <PartBoundary>
          <Suspense fallback={pending}>
            <Section spot={spot} />
          </Suspense>
        </PartBoundary>
      ) : (
        pending
      )}
    </div>
  )
}
