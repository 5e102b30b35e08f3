import type { SessionUser } from '@nollie/contract'
import { CircleUserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { AppLink, Button, HeaderBar, IconButton } from '../../ui/index.ts'
import { useSignOut } from '../../ui/layout/use-sign-out.ts'
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

/** A button that reveals the greeting. The greeting contains the person's email address, so it's hidden by default. */
function Account({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <IconButton
        label={getName(user)}
        className={styles.account}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <CircleUserRound size={22} aria-hidden="true" />
      </IconButton>
      <p id={id} hidden={!isOpen}>
        {m.discussions_welcome({ email: user.email })}
      </p>
    </>
  )
}

/** The header for `/community`: links to the dashboard and the map, a greeting, and Sign Out (DSC-01, DSC-02). */
export function DiscussionsHeader({ user }: { user: SessionUser | null }) {
  return (
    <HeaderBar
      below={
        <nav className={styles.nav} aria-label={m.discussions_nav()}>
          <AppLink href="/dashboard">{m.shell_dashboard()}</AppLink>
          <AppLink href="/spots">{m.shell_spots()}</AppLink>
          {user && <Account key={user.user_id} user={user} />}
        </nav>
      }
    >
      <SignOut />
    </HeaderBar>
  )
}
