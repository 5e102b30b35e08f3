import { createFileRoute } from '@tanstack/react-router'
import { PersonScreen } from '../../features/profiles/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/')({
  beforeLoad: memberOnly,
  component: PersonScreen,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
