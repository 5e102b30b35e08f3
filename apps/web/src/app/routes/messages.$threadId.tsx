import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ThreadPage } from '../../pages/messages.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/$threadId')({
  beforeLoad: memberOnly,
  component: ThreadPage,
  staticData: { title: m.messages_title, shell: 'rail' },
})
