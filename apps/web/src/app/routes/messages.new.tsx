import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { NewMessageScreen } from '../../features/messages/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/new')({
  beforeLoad: memberOnly,
  component: NewMessageScreen,
  staticData: { title: m.messages_new, shell: 'dock' },
})
