import { Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { StandingSpot } from './standing-text.ts'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

/** Loads the code of `LazyStanding`. */
export const loadStanding = () => import('./spot-standing.tsx')

/** A spot's status, and the viewer's options to report it. The screen waits for it to load. */
export const LazyStanding = lazyPart(() =>
  loadStanding().then(({ SpotStanding }) => ({ default: SpotStanding })),
)

const Badge = lazyExtra(() =>
  import('./standing-badge.tsx').then(({ StandingBadge }) => ({ default: StandingBadge })),
)

type BadgeProps = Pick<StandingSpot, 'standing'> & {
  /** Whether to include spots that no longer exist, if nothing else on the screen shows it. */
  orGone?: boolean
}

/** The badge of a spot that is skate-stopped, closed or under construction; nothing for others. */
export const StoppedBadge = ({ standing, orGone = false }: BadgeProps) =>
  standing && (/^(skate|under|closed)/.test(standing.state) || (orGone && standing.state === 'gone')) ? (
    <Suspense fallback={null}>
      <Badge standing={standing} />
    </Suspense>
  ) : null

/** The status on a spot's page, loaded after the first screen. */
export function SpotStanding({ spot }: { spot: StandingSpot }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  // Its space is reserved from the start, so that nothing below it shifts.
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
