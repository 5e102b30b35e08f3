import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ProfilePage } from '../../pages/profile.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/')({
  beforeLoad: memberOnly,
  component: ProfilePage,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
