import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnSpotsScreen } from '../../features/profiles/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user-spots')({
  beforeLoad: memberOnly,
  component: OwnSpotsScreen,
  staticData: { title: m.shell_your_spots, shell: 'dock' },
})
