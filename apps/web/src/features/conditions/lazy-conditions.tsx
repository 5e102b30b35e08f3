import type { SpotState, Standing } from '@nollie/contract'
import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { ConditionSpot } from './condition-line.tsx'
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

// Their code is loaded after the first screen, into the places that they will need.

const STOPPED: ReadonlySet<SpotState> = new Set(['gone', 'skatestopped', 'under_construction', 'closed'])

type SkateableProps = {
  spot: ConditionSpot & { standing?: Pick<Standing, 'state'> }
  /** Whether it has two lines, whatever it says; the page of the spot has all of it. */
  brief?: boolean
}

/** Whether a spot is skateable now, and why; nothing for one that is gone or stopped, which says so itself. */
export const Skateable = ({ spot, brief = false }: SkateableProps) =>
  spot.standing && STOPPED.has(spot.standing.state) ? null : (
    <div className={brief ? styles.brief : styles.line}>
      <Suspense fallback={<Skeleton className={styles.pending} />}>
        <Line spot={spot} />
      </Suspense>
    </div>
  )

/** Sun and light of a spot through the day. */
export const DayLight = ({ spot }: { spot: ConditionSpot }) => (
  <div className={styles.light}>
    <Suspense fallback={<Skeleton className={styles.pendingLight} />}>
      <Section spot={spot} />
    </Suspense>
  </div>
)
