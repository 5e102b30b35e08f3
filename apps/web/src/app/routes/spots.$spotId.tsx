import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { loadSpotDoor, SpotDoor } from '../../pages/spot-door.tsx'

export const Route = createFileRoute('/spots/$spotId')({
  loader: loadSpotDoor,
  component: SpotDoor,
  staticData: { title: m.shell_spot, shell: 'rail' },
})
