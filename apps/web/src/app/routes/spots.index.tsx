import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SpotsMapScreen } from '../../features/spots/index.ts'

export const Route = createFileRoute('/spots/')({
  component: SpotsMapScreen,
  staticData: { title: m.shell_spots, shell: 'rail' },
})
