import { createFileRoute } from '@tanstack/react-router'
import { ModerationScreen, type ModerationLocation } from '../../features/moderation/index.ts'
import { m } from '../../i18n/messages.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { adminOnly } from '../guards.ts'

/** `/admin`: reports, decisions and the log, for admins. */
function AdminPage(params: ModerationLocation) {
  return (
    <Page wide header={<HeaderBar title={m.moderation_title()} onBack={useBack('/dashboard')} />}>
      <ModerationScreen {...params} />
    </Page>
  )
}

const LISTS = ['appealed', 'closed', 'members', 'spots', 'log', 'ads'] as const

type Search = { list?: (typeof LISTS)[number]; case?: string }

function Admin() {
  const { list = 'open', case: caseId = null } = Route.useSearch()
  return <AdminPage list={list} caseId={caseId} />
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
