import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import './operator-hint.css'

/** Shows the operator of an empty installation how to fill it; nothing for everybody else. */
export function OperatorHint() {
  const { user } = useSession()
  if (!user?.is_admin) return null
  return (
    <div className="operator-hint">
      <p>{m.welcome_operator()}</p>
      <p>
        <code>npm run sample</code> {m.welcome_operator_sample()}
      </p>
      <p>
        <code>npm run import -- FILE</code> {m.welcome_operator_import()}
      </p>
    </div>
  )
}
