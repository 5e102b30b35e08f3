import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SuspendedPage } from '../../pages/suspended.tsx'
import { suspendedOnly } from '../guards.ts'

export const Route = createFileRoute('/suspended')({
  beforeLoad: suspendedOnly,
  component: SuspendedPage,
  staticData: { title: m.suspended_title, shell: 'bare' },
})
