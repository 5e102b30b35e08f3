import { createFileRoute } from '@tanstack/react-router'
import { SuspendedScreen } from '../../features/suspended/index.ts'
import { m } from '../../i18n/messages.ts'
import { Button, HeaderBar, Page } from '../../ui/index.ts'
import { useSignOut } from '../../ui/use-sign-out.ts'
import { suspendedOnly } from '../guards.ts'

function SignOut() {
  const { isSigningOut, leave } = useSignOut('/auth')
  return (
    <Button size="sm" busy={isSigningOut && m.shell_loading()} onClick={() => void leave()}>
      {m.shell_sign_out()}
    </Button>
  )
}

/** `/suspended`: all that members see who are suspended. */
const SuspendedPage = () => (
  <Page
    header={
      <HeaderBar>
        <SignOut />
      </HeaderBar>
    }
  >
    <SuspendedScreen />
  </Page>
)

export const Route = createFileRoute('/suspended')({
  beforeLoad: suspendedOnly,
  component: SuspendedPage,
  staticData: { title: m.suspended_title, shell: 'bare' },
})
