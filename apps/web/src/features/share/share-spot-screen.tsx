import { useSearch } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { CancelLink, HeaderBar, Page } from '../../ui/index.ts'
import { ShareForm } from './share-form.tsx'
import { ShareDraft } from './share-stored-draft.tsx'

/** `/share-spot`: the form that adds a spot to the map, empty or filled from a stored draft. */
export function ShareSpotScreen() {
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
