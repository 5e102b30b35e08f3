import { useParams } from '@tanstack/react-router'
import { DiscussionView } from '../features/community/index.ts'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { useSession } from '../lib/session.ts'
import { HeaderBar, Page } from '../ui/index.ts'

/** `/community/{id}`: one discussion, under an address that can be passed on. */
export function DiscussionPage() {
  const { discussionId } = useParams({ strict: false }) as { discussionId: string }
  const { user } = useSession()
  return (
    <Page header={<HeaderBar title={m.community_nav()} heading={false} onBack={() => go('/community')} />}>
      {user && (
        <DiscussionView
          key={discussionId}
          id={discussionId}
          onRemoved={() => go('/community', { replace: true })}
        />
      )}
    </Page>
  )
}
