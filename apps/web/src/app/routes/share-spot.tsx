import { createFileRoute } from '@tanstack/react-router'
import { ShareForm } from '../../features/share/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { CancelLink, HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/share-spot`: the form that puts a spot on the map. */
function ShareSpotPage() {
  const { user } = useSession()
  return (
    <Page
      wide
      header={
        <HeaderBar title={m.shell_share_spot()}>
          <CancelLink href="/dashboard" />
        </HeaderBar>
      }
    >
      {user && <ShareForm key={user.user_id} userId={user.user_id} />}
    </Page>
  )
}

export const Route = createFileRoute('/share-spot')({
  beforeLoad: memberOnly,
  component: ShareSpotPage,
  staticData: { title: m.shell_share_spot, shell: 'rail' },
})
