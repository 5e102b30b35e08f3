import type { Spot } from '@nollie/contract'
import { Suspense, useRef, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import { useOnScreen } from '../../lib/use-on-screen.ts'
import { Panel } from '../../ui/part-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lazy-facts-section.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Texts and pictures of facts are larger than what a first screen may weigh, so they are loaded when they come into view.

const Section = lazyPart(async () => {
  await afterFirstScreen()
  return import('./facts-section.tsx').then(({ FactsOfSpot }) => ({ default: FactsOfSpot }))
})

/** How a spot skates, on its page. */
export function FactsSection({ spot }: { spot: Pick<Spot, 'id' | 'name'> }) {
  const place = useRef<HTMLDivElement>(null)
  const seen = useOnScreen(place, 0.6)
  const [wasSeen, setWasSeen] = useState(false)
  if (seen && !wasSeen) setWasSeen(true)
  const pending = <Skeleton className={styles.pending} />
  return (
    <div ref={place} className={styles.place}>
      {wasSeen ? (
        <Panel>
          <Suspense fallback={pending}>
            <Section spot={spot} />
          </Suspense>
        </Panel>
      ) : (
        pending
      )}
    </div>
  )
}
