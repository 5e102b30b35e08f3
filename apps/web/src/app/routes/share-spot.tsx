import { createFileRoute } from '@tanstack/react-router'
import { ShareSpotScreen } from '../../features/share/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/share-spot')({
  beforeLoad: memberOnly,
  component: ShareSpotScreen,
  staticData: { title: m.shell_share_spot, shell: 'rail' },
})
