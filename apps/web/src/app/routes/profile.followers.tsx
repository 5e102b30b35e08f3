import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnFollowersScreen } from '../../features/people/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/followers')({
  beforeLoad: memberOnly,
  component: OwnFollowersScreen,
  staticData: { title: m.people_followers, shell: 'dock' },
})
