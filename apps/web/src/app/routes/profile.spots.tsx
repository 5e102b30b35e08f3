import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { OwnSpotsPage } from '../../pages/people-spots.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/profile/spots')({
  beforeLoad: memberOnly,
  component: OwnSpotsPage,
  staticData: { title: m.shell_user_spots, shell: 'dock' },
})
