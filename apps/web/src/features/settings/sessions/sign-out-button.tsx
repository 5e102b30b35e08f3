import { LogOut } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/index.ts'
import { useSignOut } from '../../../ui/layout/use-sign-out.ts'
import { useSignOutQuestion } from '../../outbox/index.ts'
import styles from '../settings.module.css'

/** Signs out on this device (SET-05), after a confirmation if something would be lost. */
export function SignOutButton() {
  const { isSigningOut, leave } = useSignOut('/auth')
  const signOutQuestion = useSignOutQuestion(() => void leave())
  return (
    <>
      <Button
        className={styles.danger}
        icon={<LogOut aria-hidden="true" />}
        busy={isSigningOut && m.shell_loading()}
        onClick={signOutQuestion.ask}
      >
        {m.shell_sign_out()}
      </Button>
      {signOutQuestion.question}
    </>
  )
}
