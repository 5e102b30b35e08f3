import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DashboardScreen } from '../../pages/dashboard-screen.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: memberOnly,
  component: DashboardScreen,
  staticData: { title: m.shell_dashboard, shell: 'dock' },
})
