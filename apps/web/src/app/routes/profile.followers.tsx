import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnFollowersPage } from '../../pages/people-follows.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/followers')({
  beforeLoad: memberOnly,
  component: OwnFollowersPage,
  staticData: { title: m.people_followers, shell: 'dock' },
})
