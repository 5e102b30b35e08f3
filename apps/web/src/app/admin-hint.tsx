import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/use-session.ts'
import styles from './not-found.module.css'

/** Explains to a signed-in non-admin how the operator can make them an admin. */
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
