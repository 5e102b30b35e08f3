import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DashboardPage } from '../../pages/dashboard.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: memberOnly,
  component: DashboardPage,
  staticData: { title: m.shell_dashboard, shell: 'dock' },
})
