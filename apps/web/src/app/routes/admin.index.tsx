import { createFileRoute } from '@tanstack/react-router'
import { ModerationScreen } from '../../features/moderation/index.ts'
import { m } from '../../i18n/messages.ts'
import { adminOnly } from '../guards.ts'

const LISTS = ['appealed', 'closed', 'members', 'spots', 'twins', 'log', 'areas', 'imports', 'ads'] as const

type Search = { list?: (typeof LISTS)[number]; case?: string }

function Admin() {
  const { list = 'open', case: caseId = null } = Route.useSearch()
  return <ModerationScreen list={list} caseId={caseId} />
}

export const Route = createFileRoute('/admin/')({
  beforeLoad: adminOnly,
  validateSearch: (search: Record<string, unknown>): Search => {
    const list = LISTS.find((known) => known === search.list)
    return { ...(list && { list }), ...(typeof search.case === 'string' && { case: search.case }) }
  },
  component: Admin,
  staticData: { title: m.moderation_title, shell: 'dock' },
})
