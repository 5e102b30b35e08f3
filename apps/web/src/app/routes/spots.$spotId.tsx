import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SpotDoor } from '../../pages/spot-door.tsx'
import { session } from '../../lib/session.ts'

export const Route = createFileRoute('/spots/$spotId')({
  beforeLoad: async () => {
    await session.ready()
  },
  component: SpotDoor,
  staticData: { title: m.shell_spot, shell: 'rail' },
})
