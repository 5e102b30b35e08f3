import { lazy, Suspense } from 'react'
import type { StandingSpot } from './standing-text.ts'

const Standing = lazy(() =>
  import('./spot-standing.tsx').then(({ SpotStanding }) => ({ default: SpotStanding })),
)

/** How a spot stands, and what the viewer can say of it; it comes after the card or page that it is on. */
export const SpotStanding = ({ spot }: { spot: StandingSpot }) => (
  <Suspense fallback={<div style={{ minHeight: '1.75rem' }} />}>
    <Standing spot={spot} />
  </Suspense>
)
