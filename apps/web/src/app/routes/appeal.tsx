import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AppealPage } from '../../pages/appeal.tsx'

function Appeal() {
  return <AppealPage token={Route.useSearch().token ?? ''} />
}

export const Route = createFileRoute('/appeal')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  component: Appeal,
  staticData: { title: m.moderation_mine_title, shell: 'bare' },
})
