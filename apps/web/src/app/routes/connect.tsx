import { createFileRoute } from '@tanstack/react-router'
import { ConnectScreen } from '../../features/people/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/connect')({
  beforeLoad: memberOnly,
  component: ConnectScreen,
  staticData: { title: m.shell_connect, shell: 'dock' },
})
