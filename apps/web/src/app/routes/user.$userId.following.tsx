import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserFollowingPage } from '../../pages/people-follows.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/following')({
  beforeLoad: memberOnly,
  component: UserFollowingPage,
  staticData: { title: m.people_following, shell: 'dock' },
})
