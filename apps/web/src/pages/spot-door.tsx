import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../lib/session.ts'
import { LoadingPage } from './loading.tsx'

const SpotPage = lazy(() => import('./spots-detail.tsx').then(({ SpotPage }) => ({ default: SpotPage })))
const SpotsPage = lazy(() => import('./spots.tsx').then(({ SpotsPage }) => ({ default: SpotsPage })))

/** `/spots/{id}`: members get the spot's page, visitors the public map with its card open. */
export function SpotDoor() {
  const { spotId } = useParams({ from: '/spots/$spotId' })
  const { status } = useSession()
  return (
    <Suspense fallback={<LoadingPage />}>
      {status === 'signed-in' ? <SpotPage key={spotId} spotId={spotId} /> : <SpotsPage openSpotId={spotId} />}
    </Suspense>
  )
}
