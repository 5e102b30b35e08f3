import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/use-session.ts'
import styles from './not-found.module.css'

/** Tells a signed-in person who isn't an admin how the operator can make them one. */
export function AdminHint() {
  const { user } = useSession()
  if (!user) return null
  return (
    <p className={styles.hint}>
      {m.shell_not_found_admin()}
      <code>npm run admin -- grant {user.email}</code>
    </p>
  )
}
