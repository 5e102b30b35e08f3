import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { LaterPage } from '../../pages/later.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/followers')({
  beforeLoad: memberOnly,
  component: LaterPage,
  staticData: { title: m.shell_profile, shell: 'dock' },
})
