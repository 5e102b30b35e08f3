import { useLoaderData, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { go } from '../lib/navigation.ts'
import { session, useSession } from '../lib/session.ts'
import { LoadingPage } from './loading.tsx'
import type { SpotPage } from './spots-detail.tsx'
import type { SpotsPage } from './spots.tsx'

type Screens = { Member?: typeof SpotPage; Visitor?: typeof SpotsPage }

/** Loads the screen for whoever is here, so that it is drawn at once. */
export const loadSpotDoor = async (): Promise<Screens> =>
  (await session.ready()).status === 'signed-in'
    ? { Member: (await import('./spots-detail.tsx')).SpotPage }
    : { Visitor: (await import('./spots.tsx')).SpotsPage }

/** `/spots/{id}`: members get the spot's page, visitors the public map with its card open. */
export function SpotDoor() {
  const { spotId } = useParams({ from: '/spots/$spotId' })
  const { Member, Visitor } = useLoaderData({ from: '/spots/$spotId' })
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
  if (status === 'signed-in') return Member ? <Member key={spotId} spotId={spotId} /> : <LoadingPage />
  return Visitor ? <Visitor openSpotId={spotId} /> : <LoadingPage />
}
