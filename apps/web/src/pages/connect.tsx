import { Connect } from '../features/people/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'
import { useBack } from './use-back.ts'

/** `/connect`: finding skaters to follow. */
export function ConnectPage() {
  return (
    <Page wide header={<HeaderBar title={m.people_connect()} onBack={useBack('/dashboard')} />}>
      <div className="people-connect">
        <Connect />
      </div>
    </Page>
  )
}
