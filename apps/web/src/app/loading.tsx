import { m } from '../i18n/messages.ts'
import styles from './loading.module.css'

/** Shown while the session or a screen's code is loading. */
export function LoadingPage() {
  return (
    <div className={styles.root} role="status">
      <div>
        <img src="/icon.svg" alt="" width="72" height="72" />
        <p>{m.shell_loading()}</p>
      </div>
    </div>
  )
}
