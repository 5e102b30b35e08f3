import { createFileRoute } from '@tanstack/react-router'
import { OutboxList } from '../../features/outbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/outbox`: entries stored on this device until the server can be reached. */
function OutboxPage() {
  return (
    <Page header={<HeaderBar title={m.outbox_title()} onBack={useBack('/dashboard')} />}>
      <OutboxList />
    </Page>
  )
}

export const Route = createFileRoute('/outbox')({
  beforeLoad: memberOnly,
  component: OutboxPage,
  staticData: { title: m.outbox_title, shell: 'dock' },
})
