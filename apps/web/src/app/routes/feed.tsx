import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DiscoverPage } from '../../pages/discover.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/feed')({
  beforeLoad: memberOnly,
  component: DiscoverPage,
  staticData: { title: m.shell_discover, shell: 'dock' },
})
