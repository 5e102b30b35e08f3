import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserSpotsScreen } from '../../features/profiles/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/spots')({
  beforeLoad: memberOnly,
  component: UserSpotsScreen,
  staticData: { title: m.profiles_spots, shell: 'dock' },
})
