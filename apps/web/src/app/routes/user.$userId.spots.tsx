import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UserSpotsPage } from '../../pages/people-spots.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/user/$userId/spots')({
  beforeLoad: memberOnly,
  component: UserSpotsPage,
  staticData: { title: m.people_spots, shell: 'dock' },
})
