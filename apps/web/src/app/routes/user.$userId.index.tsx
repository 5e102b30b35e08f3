import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserPage } from '../../pages/user.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/')({
  beforeLoad: memberOnly,
  component: UserPage,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
