import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ThreadWithPage } from '../../pages/messages.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/with/$userId')({
  beforeLoad: memberOnly,
  component: ThreadWithPage,
  staticData: { title: m.messages_title, shell: 'rail' },
})
