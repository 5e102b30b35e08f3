import { createFileRoute, useParams } from '@tanstack/react-router'
import { DiscussionScreen } from '../../features/discussions/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

function Discussion() {
  const { discussionId }: { discussionId: string } = useParams({ strict: false })
  return <DiscussionScreen key={discussionId} id={discussionId} />
}

export const Route = createFileRoute('/community/$discussionId')({
  beforeLoad: memberOnly,
  component: Discussion,
  staticData: { title: m.shell_community, shell: 'rail' },
})
