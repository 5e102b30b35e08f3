import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserFollowersScreen } from '../../features/people/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/followers')({
  beforeLoad: memberOnly,
  component: UserFollowersScreen,
  staticData: { title: m.people_followers, shell: 'dock' },
})
