import { Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { StandingSpot } from './standing-text.ts'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

/** Loads the code of `LazyStanding`. */
export const loadStanding = () => import('./spot-standing.tsx')

/** How a spot stands, and what the viewer can say of it; what it is on waits for it. */
export const LazyStanding = lazyPart(() =>
  loadStanding().then(({ SpotStanding }) => ({ default: SpotStanding })),
)

const Badge = lazyExtra(() =>
  import('./standing-badge.tsx').then(({ StandingBadge }) => ({ default: StandingBadge })),
)

type BadgeProps = Pick<StandingSpot, 'standing'> & {
  /** Also of one that is gone, where nothing else says so. */
  orGone?: boolean
}

/** The badge of a spot that is stopped, closed or under construction; nothing for others. */
export const StoppedBadge = ({ standing, orGone = false }: BadgeProps) =>
  standing && (/^(skate|under|closed)/.test(standing.state) || (orGone && standing.state === 'gone')) ? (
    <Suspense fallback={null}>
      <Badge standing={standing} />
    </Suspense>
  ) : null

/** The same on the page of a spot, whose first screen it comes after. */
export function SpotStanding({ spot }: { spot: StandingSpot }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  // Its room is there from the start, so that nothing below it moves.
  const room = <div style={{ minHeight: '6.56rem' }} />
  return (
    <div style={{ marginBlock: 12 }}>
      {isDue ? (
        <Suspense fallback={room}>
          <LazyStanding spot={spot} />
        </Suspense>
      ) : (
        room
      )}
    </div>
  )
}
