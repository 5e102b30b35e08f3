import { createFileRoute, useLoaderData, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { LoadingPage } from '../loading.tsx'
import { loadSpotScreen, loadSpotsMapScreen } from '../../features/spots/index.ts'
import { m } from '../../i18n/messages.ts'

type Screens = {
  Member?: Awaited<ReturnType<typeof loadSpotScreen>>
  Visitor?: Awaited<ReturnType<typeof loadSpotsMapScreen>>
}

/** Preloads the member or visitor screen, so that it renders without delay. */
async function loadScreen(): Promise<Screens> {
  return (await session.ready()).status === 'signed-in'
    ? { Member: await loadSpotScreen() }
    : { Visitor: await loadSpotsMapScreen() }
}

/** `/spots/{id}`: members get the spot's page, and visitors get the public map with the spot's card open. */
function SpotPage() {
  const { spotId } = useParams({ from: '/spots/$spotId' })
  const { Member, Visitor } = useLoaderData({ from: '/spots/$spotId' })
  const { status } = useSession()
  // After the session ends, members sign in again and return here, as on member-only screens. (A hook shared with the
  // area page would add a file to this screen's first load.)
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

export const Route = createFileRoute('/spots/$spotId')({
  loader: loadScreen,
  component: SpotPage,
  staticData: { title: m.shell_spot, shell: 'rail' },
})
