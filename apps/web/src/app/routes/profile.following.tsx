import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnFollowingScreen } from '../../features/people/index.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/following')({
  beforeLoad: memberOnly,
  component: OwnFollowingScreen,
  staticData: { title: m.people_following, shell: 'dock' },
})
