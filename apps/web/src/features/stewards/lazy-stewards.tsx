import type { Box } from '@nollie/contract'
import { type ComponentProps, Suspense } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import type { AreasInView } from './areas-in-view.tsx'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// Most spots, people and views have no steward, so what stewards do comes after the first screen.
const Stewardship = lazyPart(async () => {
  await afterFirstScreen()
  return import('./spot-stewardship.tsx').then(({ StewardshipOfSpot }) => ({ default: StewardshipOfSpot }))
})
const Badges = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./steward-badge.tsx').then(({ StewardBadges }) => ({ default: StewardBadges }))
})
const InView = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./areas-in-view.tsx').then(({ AreasInView }) => ({ default: AreasInView }))
})

/** What stewards pinned to a spot and settled there; on its page also what the viewer may do as one. */
export const SpotStewardship = (props: { spotId: string; acts?: boolean }) => (
  <Suspense fallback={null}>
    <Stewardship {...props} />
  </Suspense>
)

/** For which areas a person is steward. */
export const StewardOf = ({ userId }: { userId: string }) => (
  <Suspense fallback={null}>
    <Badges userId={userId} />
  </Suspense>
)

/** The areas in view of the map, with what is pinned to the smallest one, and their outlines. */
export const StewardAreas = ({
  box,
  map,
}: { box: Box | null } & Pick<ComponentProps<typeof AreasInView>, 'map'>) =>
  box && (
    <Suspense fallback={null}>
      <InView box={box} map={map} />
    </Suspense>
  )
