import { lazy, Suspense } from 'react'
import type { StandingSpot } from './standing-text.ts'

const Standing = lazy(() =>
  import('./spot-standing.tsx').then(({ SpotStanding }) => ({ default: SpotStanding })),
)

const Badge = lazy(() =>
  import('./standing-badge.tsx').then(({ StandingBadge }) => ({ default: StandingBadge })),
)

/** The badge of a spot that is stopped, closed or under construction; nothing for others. */
export const StoppedBadge = ({ standing }: Pick<StandingSpot, 'standing'>) =>
  standing && /^(skate|under|closed)/.test(standing.state) ? (
    <Suspense fallback={null}>
      <Badge standing={standing} />
    </Suspense>
  ) : null

/** How a spot stands, and what the viewer can say of it; it comes after the card or page that it is on. */
export const SpotStanding = ({ spot }: { spot: StandingSpot }) => (
  <Suspense fallback={<div style={{ minHeight: '1.75rem' }} />}>
    <Standing spot={spot} />
  </Suspense>
)
