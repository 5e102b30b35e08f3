import { m } from '../../../i18n/messages.ts'
import { Button, ButtonLink } from '../../../ui/index.ts'
import styles from './session-lost-notice.module.css'

/**
 * Shown above a form if the session expires while it's open. The form's values stay on screen, and are stored on the
 * device until the next sign-in.
 */
export function SessionLostNotice() {
  const next = encodeURIComponent('/profile?edit=1')
  return (
    <div className={styles.notice} role="alert">
      <p>{m.profiles_edit_anonymous()}</p>
      <Button variant="line" size="sm" onClick={() => history.back()}>
        {m.profiles_edit_back()}
      </Button>
      <ButtonLink href={`/auth?next=${next}`} variant="primary" size="sm">
        {m.accounts_sign_in()}
      </ButtonLink>
    </div>
  )
}
