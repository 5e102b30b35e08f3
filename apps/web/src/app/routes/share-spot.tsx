import { createFileRoute, useSearch } from '@tanstack/react-router'
import { ShareDraft, ShareForm } from '../../features/share/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { CancelLink, HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/share-spot`: the form that adds a spot to the map. */
function ShareSpotPage() {
  const { user } = useSession()
  // The stored draft to share.
  const { draft }: { draft?: string } = useSearch({ strict: false })
  return (
    <Page
      wide
      header={
        <HeaderBar title={m.shell_share_spot()}>
          <CancelLink href={draft ? '/profile?tab=drafts' : '/dashboard'} />
        </HeaderBar>
      }
    >
      {user && draft && <ShareDraft key={`${user.user_id} ${draft}`} userId={user.user_id} draftId={draft} />}
      {user && !draft && <ShareForm key={user.user_id} userId={user.user_id} />}
    </Page>
  )
}

export const Route = createFileRoute('/share-spot')({
  beforeLoad: memberOnly,
  component: ShareSpotPage,
  staticData: { title: m.shell_share_spot, shell: 'rail' },
})
