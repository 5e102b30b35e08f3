import { createFileRoute } from '@tanstack/react-router'
import { CrewsScreen } from '../../features/crews/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/crews/')({
  beforeLoad: memberOnly,
  component: CrewsScreen,
  staticData: { title: m.crews_title, shell: 'dock' },
})
