import { createFileRoute } from '@tanstack/react-router'
import { DiscussionsScreen, type FilterSearch, filterOf, searchOf } from '../../features/discussions/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/community/')({
  beforeLoad: memberOnly,
  validateSearch: (search: Record<string, unknown>): FilterSearch => searchOf(filterOf(search)),
  component: DiscussionsScreen,
  staticData: { title: m.shell_community, shell: 'rail' },
})
