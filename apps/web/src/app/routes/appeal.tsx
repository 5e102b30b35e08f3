import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AppealPage } from '../../pages/appeal.tsx'

export const Route = createFileRoute('/appeal')({
  component: AppealPage,
  staticData: { title: m.moderation_mine_title, shell: 'bare' },
})
