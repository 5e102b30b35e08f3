import { useParams } from '@tanstack/react-router'
import { PersonSpots, SpotsCount } from '../features/people/index.ts'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { useSession } from '../lib/session.ts'
import { HeaderBar, Page } from '../ui/index.ts'

function SpotsPage({ user_id, own }: { user_id: string; own: boolean }) {
  return (
    <Page
      wide
      header={
        <HeaderBar
          title={own ? m.shell_user_spots() : m.people_spots()}
          onBack={() => go(own ? '/profile' : `/user/${user_id}`)}
        >
          <SpotsCount user_id={user_id} />
        </HeaderBar>
      }
    >
      <PersonSpots user_id={user_id} own={own} wide />
    </Page>
  )
}

/** `/profile/spots` and `/user-spots`: the spots of whoever is signed in. */
export function OwnSpotsPage() {
  const { user } = useSession()
  return user && <SpotsPage user_id={user.user_id} own />
}

/** `/user/{userId}/spots`. */
export function UserSpotsPage() {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  return <SpotsPage key={userId} user_id={userId} own={false} />
}
