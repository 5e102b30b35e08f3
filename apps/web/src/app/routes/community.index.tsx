import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { CommunityPage } from '../../pages/community.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/community/')({
  beforeLoad: memberOnly,
  component: CommunityPage,
  staticData: { title: m.shell_community, shell: 'rail' },
})
