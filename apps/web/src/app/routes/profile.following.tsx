import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnFollowingPage } from '../../pages/people-follows.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/following')({
  beforeLoad: memberOnly,
  component: OwnFollowingPage,
  staticData: { title: m.people_following, shell: 'dock' },
})
