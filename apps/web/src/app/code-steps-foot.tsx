import { m } from '../i18n/messages.ts'
import { AppLink } from '../ui/link.tsx'
import { looks } from '../ui/looks.ts'
import styles from './auth-screen.module.css'

type Props = {
  /** Requests another code; null for steps without a code. */
  onAgain: (() => void) | null
  /** The path to open after signing in. */
  next: string | undefined
}

/** The buttons below each step: request another code, or return to the sign-in screen. */
export function CodeStepsFoot({ onAgain, next }: Props) {
  return (
    <>
      {onAgain && (
        <p className={styles.switch}>
          <button type="button" className={looks.link} onClick={onAgain}>
            {m.accounts_code_resend()}
          </button>
        </p>
      )}
      <p className={styles.switch}>
        <AppLink href={next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'} className={looks.link}>
          {m.accounts_back_to_sign_in()}
        </AppLink>
      </p>
    </>
  )
}
