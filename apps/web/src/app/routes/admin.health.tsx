import { createFileRoute } from '@tanstack/react-router'
import { HealthScreen } from '../../features/system/index.ts'
import { m } from '../../i18n/messages.ts'
import { adminOnly } from '../guards.ts'

export const Route = createFileRoute('/admin/health')({
  beforeLoad: adminOnly,
  component: HealthScreen,
  staticData: { title: m.system_title, shell: 'dock' },
})
