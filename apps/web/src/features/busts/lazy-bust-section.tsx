import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lazy-bust-section.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { BustSpot } from './bust-section.tsx'

const Section = lazyPart(async () => {
  await afterFirstScreen()
  return import('./bust-section.tsx').then(({ BustSection }) => ({ default: BustSection }))
})

/** A spot's bust clock. It loads after the first screen, into reserved space. */
export function Busts(spot: BustSpot) {
  return (
    <div className={styles.place}>
      <Suspense fallback={<Skeleton className={styles.pending} />}>
        <Section {...spot} />
      </Suspense>
    </div>
  )
}
