import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { MessagesScreen } from '../../features/messages/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/')({
  beforeLoad: memberOnly,
  component: MessagesScreen,
  staticData: { title: m.messages_title, shell: 'dock' },
})
