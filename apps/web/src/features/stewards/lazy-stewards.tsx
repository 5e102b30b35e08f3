import type { Box } from '@nollie/contract'
import { type ComponentProps, Suspense } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import type { AreasInView } from './areas-in-view.tsx'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'

// Loaded after the initial screen, because most spots, people, and views have no steward.
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
const Line = lazyExtra(async () => {
  await afterFirstScreen()
  return import('./areas-in-view.tsx').then(({ AreaLine }) => ({ default: AreaLine }))
})

/** A spot's notices and settled statuses. If `acts` (on the spot's page), also shows the viewer's steward actions. */
export function SpotStewardship(props: { spotId: string; acts?: boolean }) {
  return (
    <Suspense fallback={null}>
      <Stewardship {...props} />
    </Suspense>
  )
}

/** The areas that a person stewards. */
export function StewardOf({ userId }: { userId: string }) {
  return (
    <Suspense fallback={null}>
      <Badges userId={userId} />
    </Suspense>
  )
}

/** The outlines of the areas in view on the map, and the smallest one that has a pinned notice. */
export function StewardAreas({
  box,
  map,
}: { box: Box | null } & Pick<ComponentProps<typeof AreasInView>, 'map'>) {
  return (
    box && (
      <Suspense fallback={null}>
        <InView box={box} map={map} />
      </Suspense>
    )
  )
}

/** A line about the areas in view, for the end of the list: at its start, it would move the spots when it loads. */
export function StewardAreaLine({ box }: { box: Box | null }) {
  return (
    box && (
      <Suspense fallback={null}>
        <Line box={box} />
      </Suspense>
    )
  )
}
