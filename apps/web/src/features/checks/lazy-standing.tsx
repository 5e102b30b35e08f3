import { Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { StandingSpot } from './standing-text.ts'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

/** Loads the code for `LazyStanding`. */
export const loadStanding = () => import('./spot-standing.tsx')

/** A spot's status, with controls to report it. The screen suspends until this has loaded. */
export const LazyStanding = lazyPart(() =>
  loadStanding().then(({ SpotStanding }) => ({ default: SpotStanding })),
)

const Badge = lazyExtra(() =>
  import('./standing-badge.tsx').then(({ StandingBadge }) => ({ default: StandingBadge })),
)

type BadgeProps = Pick<StandingSpot, 'standing'> & {
  /** Whether to include spots that no longer exist. Set it if nothing else on the screen shows that. */
  orGone?: boolean
}

/** The badge for a spot that's skate-stopped, closed, or under construction; renders nothing for other spots. */
export const StoppedBadge = ({ standing, orGone = false }: BadgeProps) =>
  standing && (/^(skate|under|closed)/.test(standing.state) || (orGone && standing.state === 'gone')) ? (
    <Suspense fallback={null}>
      <Badge standing={standing} />
    </Suspense>
  ) : null

type Props = { spot: StandingSpot; onStatus?: ((status: 'open' | 'gone') => void) | undefined }

/** The status on a spot's page. It loads after the first screen. */
export function SpotStanding(props: Props) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  // Reserves space from the start, so that nothing below the status shifts.
  const room = <div style={{ minHeight: '2.75rem' }} />
  return isDue ? (
    <Suspense fallback={room}>
      <LazyStanding {...props} />
    </Suspense>
  ) : (
    room
  )
}
