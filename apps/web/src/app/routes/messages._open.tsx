import { createFileRoute } from '@tanstack/react-router'
import { ConversationScreen } from '../../features/messages/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/_open')({
  beforeLoad: memberOnly,
  component: ConversationScreen,
})
