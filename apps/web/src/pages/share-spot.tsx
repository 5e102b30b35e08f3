import { SharePanel } from '../features/share/index.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink, HeaderBar, Page } from '../ui/index.ts'

/** `/share-spot`: the form that puts a spot on the map. */
export function ShareSpotPage() {
  const { user } = useSession()
  return (
    <Page
      wide
      header={
        <HeaderBar title={m.shell_share_spot()}>
          <ButtonLink href="/dashboard" variant="plain" className="px-2.5!">
            {m.shell_cancel()}
          </ButtonLink>
        </HeaderBar>
      }
    >
      {user && <SharePanel key={user.user_id} userId={user.user_id} />}
    </Page>
  )
}
