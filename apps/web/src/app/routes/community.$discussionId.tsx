import { createFileRoute, useParams } from '@tanstack/react-router'
import { DiscussionScreen } from '../../features/discussions/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

function Discussion() {
  const { discussionId } = useParams({ strict: false }) as { discussionId: string }
  return <DiscussionScreen key={discussionId} id={discussionId} />
}

export const Route = createFileRoute('/community/$discussionId')({
  beforeLoad: memberOnly,
  component: Discussion,
  staticData: { title: m.shell_community, shell: 'rail' },
})
