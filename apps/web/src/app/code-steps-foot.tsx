import { m } from '../i18n/messages.ts'
import { AppLink } from '../ui/link.tsx'
import { looks } from '../ui/looks.ts'
import styles from './auth-screen.module.css'

type Props = {
  /** Asks for another code; null on steps that wait for none. */
  onAgain: (() => void) | null
  /** The path that is opened after the sign-in. */
  next: string | undefined
}

/** Below the steps of a code: another code, and back to the sign-in. */
export function CodeStepsFoot({ onAgain, next }: Props) {
  return (
    <>
      {onAgain && (
        <p className={styles.switch}>
          <button type="button" className={looks.link} onClick={onAgain}>
            {m.accounts_code_again()}
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
