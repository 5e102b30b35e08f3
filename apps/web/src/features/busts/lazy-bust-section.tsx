import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lazy-bust-section.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { BustSpot } from './bust-section.tsx'

const Section = lazyPart(async () => {
  await afterFirstScreen()
  return import('./bust-section.tsx').then(({ BustSection }) => ({ default: BustSection }))
})

/** When one is kicked out of a spot; its code is loaded after the first screen, into the place it will need. */
export const Busts = (spot: BustSpot) => (
  <div className={styles.place}>
    <Suspense fallback={<Skeleton className={styles.pending} />}>
      <Section {...spot} />
    </Suspense>
  </div>
)
