import { createFileRoute } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { SuspendedScreen } from '../../features/suspended/index.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { signOut } from '../../lib/session.ts'
import { Button, HeaderBar, Page, toast } from '../../ui/index.ts'
import { suspendedOnly } from '../guards.ts'

function SignOut() {
  const leave = useMutation({
    mutationFn: () => signOut(),
    onSuccess: () => go('/auth'),
    onError: () =>
      toast({
        kind: 'error',
        title: m.shell_sign_out_failed_title(),
        description: m.shell_sign_out_failed(),
      }),
  })
  return (
    <Button size="sm" busy={leave.isPending && m.shell_loading()} onClick={() => leave.mutate()}>
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
