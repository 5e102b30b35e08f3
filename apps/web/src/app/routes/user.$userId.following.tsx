import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserFollowingScreen } from '../../features/people/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/following')({
  beforeLoad: memberOnly,
  component: UserFollowingScreen,
  staticData: { title: m.people_following, shell: 'dock' },
})
