import { createFileRoute } from '@tanstack/react-router'
import { OwnProfileScreen } from '../../features/profiles/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOrOpenForm } from '../guards.ts'

export const Route = createFileRoute('/profile/')({
  beforeLoad: memberOrOpenForm,
  component: OwnProfileScreen,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
