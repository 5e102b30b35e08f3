import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ProfilePage } from '../../pages/profile.tsx'
import { memberOrOpenForm } from '../guards.ts'

export const Route = createFileRoute('/profile/')({
  beforeLoad: memberOrOpenForm,
  component: ProfilePage,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
