import { createFileRoute, useParams } from '@tanstack/react-router'
import { DiscussionScreen } from '../../features/discussions/index.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/use-session.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/community/{id}`: one discussion, under an address that can be passed on. */
function DiscussionPage() {
  const { discussionId } = useParams({ strict: false }) as { discussionId: string }
  const { user } = useSession()
  return (
    <Page header={<HeaderBar title={m.discussions_nav()} heading={false} onBack={() => go('/community')} />}>
      {user && (
        <DiscussionScreen
          key={discussionId}
          id={discussionId}
          onRemoved={() => go('/community', { replace: true })}
        />
      )}
    </Page>
  )
}

export const Route = createFileRoute('/community/$discussionId')({
  beforeLoad: memberOnly,
  component: DiscussionPage,
  staticData: { title: m.shell_community, shell: 'rail' },
})
