import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { NewMessagePage } from '../../pages/messages.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/messages/new')({
  beforeLoad: memberOnly,
  component: NewMessagePage,
  staticData: { title: m.messages_new, shell: 'dock' },
})
