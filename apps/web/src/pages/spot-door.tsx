import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { go } from '../lib/navigation.ts'
import { session, useSession } from '../lib/session.ts'
import { LoadingPage } from './loading.tsx'

const SpotPage = lazy(() => import('./spots-detail.tsx').then(({ SpotPage }) => ({ default: SpotPage })))
const SpotsPage = lazy(() => import('./spots.tsx').then(({ SpotsPage }) => ({ default: SpotsPage })))

/** `/spots/{id}`: members get the spot's page, visitors the public map with its card open. */
export function SpotDoor() {
  const { spotId } = useParams({ from: '/spots/$spotId' })
  const { status } = useSession()
  // Whoever was in the middle of something signs in again and finds it here, as on screens that are for members alone.
  useEffect(
    () =>
      session.onEvent((event) => {
        const next = encodeURIComponent(location.pathname + location.search)
        if (event === 'signed_out') go(`/auth?next=${next}`, { replace: true })
      }),
    [],
  )
  return (
    <Suspense fallback={<LoadingPage />}>
      {status === 'signed-in' ? <SpotPage key={spotId} spotId={spotId} /> : <SpotsPage openSpotId={spotId} />}
    </Suspense>
  )
}
