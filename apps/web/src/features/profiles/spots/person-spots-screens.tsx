import { useParams } from '@tanstack/react-router'
import { PersonSpots, SpotsCount } from './person-spots.tsx'
import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { useSession } from '../../../lib/use-session.ts'
import { HeaderBar, Page } from '../../../ui/index.ts'

function SpotsScreen({ user_id, own }: { user_id: string; own: boolean }) {
  return (
    <Page
      wide
      header={
        <HeaderBar
          title={own ? m.shell_your_spots() : m.profiles_spots()}
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

/** `/profile/spots` and `/user-spots`: the viewer's own spots. */
export function OwnSpotsScreen() {
  const { user } = useSession()
  return user && <SpotsScreen user_id={user.user_id} own />
}

/** `/user/{userId}/spots`. */
export function UserSpotsScreen() {
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  return <SpotsScreen key={userId} user_id={userId} own={false} />
}
