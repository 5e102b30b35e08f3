import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ConnectPage } from '../../pages/connect.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/connect')({
  beforeLoad: memberOnly,
  component: ConnectPage,
  staticData: { title: m.shell_connect, shell: 'dock' },
})
