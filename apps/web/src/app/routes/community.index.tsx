import { createFileRoute } from '@tanstack/react-router'
import { DiscussionsScreen } from '../../features/discussions/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/community/')({
  beforeLoad: memberOnly,
  component: DiscussionsScreen,
  staticData: { title: m.shell_community, shell: 'dock' },
})
