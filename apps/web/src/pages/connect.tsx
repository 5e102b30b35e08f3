import { Connect } from '../features/people/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'

/** `/connect`: finding skaters to follow. */
export function ConnectPage() {
  return (
    <Page wide header={<HeaderBar title={m.people_connect()} />}>
      <div className="people-connect">
        <Connect />
      </div>
    </Page>
  )
}
