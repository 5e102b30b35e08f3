import { createFileRoute } from '@tanstack/react-router'
import { ShareContentScreen } from '../../features/content/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/share-content')({
  beforeLoad: memberOnly,
  component: ShareContentScreen,
  staticData: { title: m.shell_share_content, shell: 'dock' },
})
