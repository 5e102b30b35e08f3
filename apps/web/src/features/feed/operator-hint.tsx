import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import styles from './operator-hint.module.css'

/** Explains to the operator of an empty installation how to fill it; nothing for everybody else. */
export function OperatorHint() {
  const { user } = useSession()
  if (!user?.is_admin) return null
  return (
    <div className={styles.root}>
      <p>{m.feed_operator()}</p>
      <p>
        <code>npm run sample</code> {m.feed_operator_sample()}
      </p>
      <p>
        <code>npm run import -- FILE</code> {m.feed_operator_import()}
      </p>
    </div>
  )
}
