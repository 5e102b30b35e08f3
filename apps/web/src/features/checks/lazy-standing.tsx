import { Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { StandingSpot } from './standing-text.ts'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

const Standing = lazyPart(() =>
  import('./spot-standing.tsx').then(({ SpotStanding }) => ({ default: SpotStanding })),
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

type Props = { spot: StandingSpot /** Whether it is part of a first screen. */; later?: boolean }

/** How a spot stands, and what the viewer can say of it; it comes after the card or page that it is on. */
export function SpotStanding({ spot, later = false }: Props) {
  const [isDue, setDue] = useState(!later)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  // Its room is there from the start, so that nothing below it moves.
  const room = <div style={{ minHeight: later ? '7.5rem' : '1.75rem' }} />
  return isDue ? (
    <Suspense fallback={room}>
      <Standing spot={spot} />
    </Suspense>
  ) : (
    room
  )
}
