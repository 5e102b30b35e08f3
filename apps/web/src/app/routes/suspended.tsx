import { createFileRoute } from '@tanstack/react-router'
import { SuspendedScreen } from '../../features/suspended/index.ts'
import { m } from '../../i18n/messages.ts'
import { suspendedOnly } from '../guards.ts'

export const Route = createFileRoute('/suspended')({
  beforeLoad: suspendedOnly,
  component: SuspendedScreen,
  staticData: { title: m.suspended_title, shell: 'bare' },
})
