import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DiscoverScreen } from '../../features/discover/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user-posts')({
  beforeLoad: memberOnly,
  component: DiscoverScreen,
  staticData: { title: m.shell_discover, shell: 'dock' },
})
