import { m } from '../../i18n/messages.ts'
import { AppLink, Button, HeaderBar } from '../../ui/index.ts'
import { useSignOut } from '../../ui/use-sign-out.ts'
import { useSignOutQuestion } from '../outbox/index.ts'
import styles from './discussions-header.module.css'

function SignOut() {
  const { isSigningOut, leave } = useSignOut('/')
  const { ask, question } = useSignOutQuestion(() => void leave())
  return (
    <>
      <Button size="sm" className={styles.out} busy={isSigningOut && m.shell_loading()} onClick={ask}>
        {m.shell_sign_out()}
      </Button>
      {question}
    </>
  )
}

/** The header for `/community`: links to the dashboard and the map, a greeting, and Sign Out (DSC-01, DSC-02). */
export const DiscussionsHeader = ({ email }: { email: string }) => (
  <HeaderBar
    below={
      <nav className={styles.nav} aria-label={m.discussions_nav()}>
        <AppLink href="/dashboard">{m.shell_dashboard()}</AppLink>
        <AppLink href="/spots">{m.shell_spots()}</AppLink>
        <p>{m.discussions_welcome({ email })}</p>
      </nav>
    }
  >
    <SignOut />
  </HeaderBar>
)
