import { createFileRoute } from '@tanstack/react-router'
import { ConnectScreen } from '../../features/people/index.ts'
import { m } from '../../i18n/messages.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { memberOnly } from '../guards.ts'

/** `/connect`: finding skaters to follow. */
function ConnectPage() {
  return (
    <Page wide header={<HeaderBar title={m.people_connect()} onBack={useBack('/dashboard')} />}>
      <ConnectScreen />
    </Page>
  )
}

export const Route = createFileRoute('/connect')({
  beforeLoad: memberOnly,
  component: ConnectPage,
  staticData: { title: m.shell_connect, shell: 'dock' },
})
