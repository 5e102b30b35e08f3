import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DiscussionPage } from '../../pages/discussion.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/community/$discussionId')({
  beforeLoad: memberOnly,
  component: DiscussionPage,
  staticData: { title: m.shell_community, shell: 'rail' },
})
