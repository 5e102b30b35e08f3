import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ShareSpotPage } from '../../pages/share-spot.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/share-spot')({
  beforeLoad: memberOnly,
  component: ShareSpotPage,
  staticData: { title: m.shell_share_spot, shell: 'rail' },
})
