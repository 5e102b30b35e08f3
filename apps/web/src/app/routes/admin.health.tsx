import { createFileRoute } from '@tanstack/react-router'
import { HealthScreen } from '../../features/system/index.ts'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { adminOnly } from '../guards.ts'

/** `/admin/health`: the state of the server, for its operator. For admins. */
function Health() {
  return (
    <Page wide header={<HeaderBar title={m.system_title()} onBack={useBack('/admin')} />}>
      <HealthScreen />
    </Page>
  )
}

export const Route = createFileRoute('/admin/health')({
  beforeLoad: adminOnly,
  component: Health,
  staticData: { title: m.system_title, shell: 'dock' },
})
