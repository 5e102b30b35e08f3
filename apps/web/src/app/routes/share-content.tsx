import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ShareContentPage } from '../../pages/share-content.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/share-content')({
  beforeLoad: memberOnly,
  component: ShareContentPage,
  staticData: { title: m.shell_share_content, shell: 'dock' },
})
