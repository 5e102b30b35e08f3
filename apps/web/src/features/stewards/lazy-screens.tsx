import { lazy, Suspense } from 'react'

// Screens that show only a badge or a notice don't load these.
const Area = lazy(() => import('./area-screen.tsx').then(({ AreaScreen: Screen }) => ({ default: Screen })))
const Work = lazy(() => import('./work-screen.tsx').then(({ WorkScreen: Screen }) => ({ default: Screen })))
const Managed = lazy(() =>
  import('./managed-areas.tsx').then(({ ManagedAreas: List }) => ({ default: List })),
)
const Followed = lazy(() =>
  import('./followed-areas.tsx').then(({ FollowedAreas: List }) => ({ default: List })),
)

/** `/areas/{id}` */
export function AreaScreen(props: { areaId: string }) {
  return (
    <Suspense fallback={null}>
      <Area {...props} />
    </Suspense>
  )
}

/** `/areas/{id}/work` */
export function WorkScreen(props: { areaId: string }) {
  return (
    <Suspense fallback={null}>
      <Work {...props} />
    </Suspense>
  )
}

/** All areas with their stewards, for admins. */
export function ManagedAreas() {
  return (
    <Suspense fallback={null}>
      <Managed />
    </Suspense>
  )
}

/** The areas that the viewer follows, for settings. */
export function FollowedAreas() {
  return (
    <Suspense fallback={null}>
      <Followed />
    </Suspense>
  )
}
