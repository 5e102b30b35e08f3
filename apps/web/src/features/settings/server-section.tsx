import { m } from '../../i18n/messages.ts'
import { shell } from '../../lib/native-shell.ts'
import { Button } from '../../ui/index.ts'
import { Row, Section } from './section.tsx'

/** The server that a native app is connected to. Renders nothing in browsers. */
export function ServerSection() {
  const app = shell()
  if (!app) return null
  return (
    <Section id="server" title={m.settings_server()}>
      <Row
        title={app.server.host}
        action={
          <Button variant="line" size="sm" onClick={app.chooseServer}>
            {m.settings_server_change()}
          </Button>
        }
      >
        {m.settings_server_text()}
      </Row>
    </Section>
  )
}
