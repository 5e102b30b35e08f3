import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AdminPage } from '../../pages/admin.tsx'
import { adminOnly } from '../guards.ts'

const LISTS = ['appealed', 'closed', 'members', 'spots', 'log'] as const

type Search = { list?: (typeof LISTS)[number]; case?: string }

function Admin() {
  const { list = 'open', case: caseId = null } = Route.useSearch()
  return <AdminPage list={list} caseId={caseId} />
}

export const Route = createFileRoute('/admin')({
  beforeLoad: adminOnly,
  validateSearch: (search: Record<string, unknown>): Search => {
    const list = LISTS.find((known) => known === search.list)
    return { ...(list && { list }), ...(typeof search.case === 'string' && { case: search.case }) }
  },
  component: Admin,
  staticData: { title: m.moderation_title, shell: 'dock' },
})
