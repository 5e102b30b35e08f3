import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SpotsPage } from '../../pages/spots.tsx'

export const Route = createFileRoute('/spots/')({
  component: SpotsPage,
  staticData: { title: m.shell_spots, shell: 'rail' },
})
