import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserFollowersPage } from '../../pages/people-follows.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/followers')({
  beforeLoad: memberOnly,
  component: UserFollowersPage,
  staticData: { title: m.people_followers, shell: 'dock' },
})
