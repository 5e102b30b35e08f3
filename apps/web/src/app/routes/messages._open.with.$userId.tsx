import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'

export const Route = createFileRoute('/messages/_open/with/$userId')({
  staticData: { title: m.messages_title, shell: 'rail' },
})
