import type { Box } from '@nollie/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'

// Most spots, people and views have no steward, so what stewards do comes after the first screen.
const Stewardship = lazy(() =>
  import('./spot-stewardship.tsx').then(({ StewardshipOfSpot }) => ({ default: StewardshipOfSpot })),
)
const Badges = lazy(() =>
  import('./steward-badge.tsx').then(({ StewardBadges }) => ({ default: StewardBadges })),
)
const InView = lazy(() => import('./areas-in-view.tsx').then(({ AreasInView }) => ({ default: AreasInView })))

function useDue(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  return isDue
}

/** What stewards pinned to a spot and settled there; on its page also what the viewer may do as one. */
export function SpotStewardship(props: { spotId: string; acts?: boolean }) {
  return useDue() ? (
    <Suspense fallback={null}>
      <Stewardship {...props} />
    </Suspense>
  ) : null
}

/** For which areas a person is steward. */
export function StewardOf({ userId }: { userId: string }) {
  return useDue() ? (
    <Suspense fallback={null}>
      <Badges userId={userId} />
    </Suspense>
  ) : null
}

/** The area in view of the map, with what is pinned to it. */
export function StewardAreas({ box }: { box: Box | null }) {
  return useDue() && box ? (
    <Suspense fallback={null}>
      <InView box={box} />
    </Suspense>
  ) : null
}
