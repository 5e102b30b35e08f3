import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { MessagesPage } from '../../pages/messages.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/')({
  beforeLoad: memberOnly,
  component: MessagesPage,
  staticData: { title: m.messages_title, shell: 'dock' },
})
