import { createFileRoute } from '@tanstack/react-router'
import { ConversationPage } from '../../pages/messages.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/_open')({
  beforeLoad: memberOnly,
  component: ConversationPage,
})
