import type { SpotState, SpotCondition } from '@nollie/contract'
import { Suspense, useState } from 'react'
import { isOtherZone } from '../../lib/format.ts'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import type { LocatedSpot } from './condition-line.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './lazy-conditions.module.css'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

const Line = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./condition-line.tsx').then(({ ConditionLine }) => ({ default: ConditionLine }))
})
const Section = lazyPart(async () => {
  await afterFirstScreen()
  return import('./light-section.tsx').then(({ LightSection }) => ({ default: LightSection }))
})

// These parts load after the first screen, into reserved space.

const UNASKED: ReadonlySet<SpotState> = new Set([
  'gone',
  'skatestopped',
  'under_construction',
  'closed',
  'unverified',
])

type SkateableProps = {
  spot: LocatedSpot & { standing?: Pick<SpotCondition, 'state'> }
  /** Whether to limit the text to two lines. The spot's page has the details. */
  brief?: boolean
}

/**
 * Shows whether a spot is skateable now, and why. Renders nothing for spots that are skate-stopped or unverified, or
 * that no longer exist.
 */
export function Skateable({ spot, brief = false }: SkateableProps) {
  return spot.standing && UNASKED.has(spot.standing.state) ? null : (
    <div className={brief ? styles.brief : styles.line}>
      <Suspense fallback={<Skeleton className={styles.pending} />}>
        <Line spot={spot} />
      </Suspense>
    </div>
  )
}

/** A spot's sunlight throughout the day. */
export function DayLight({ spot }: { spot: LocatedSpot }) {
  const [isAbroad] = useState(() => isOtherZone(spot.time_zone, new Date()))
  return (
    <div className={styles.light} data-abroad={isAbroad ? '' : undefined}>
      <Suspense fallback={<Skeleton className={styles.pendingLight} />}>
        <Section spot={spot} />
      </Suspense>
    </div>
  )
}
