import { createFileRoute } from '@tanstack/react-router'
import { type FilterSearch, filterOf, searchOf } from '../../features/community/filter.ts'
import { m } from '../../i18n/messages.ts'
import { CommunityPage } from '../../pages/community.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/community/')({
  beforeLoad: memberOnly,
  validateSearch: (search: Record<string, unknown>): FilterSearch => searchOf(filterOf(search)),
  component: CommunityPage,
  staticData: { title: m.shell_community, shell: 'rail' },
})
