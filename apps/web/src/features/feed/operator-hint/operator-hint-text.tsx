import { m } from '../../../i18n/messages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './operator-hint-text.module.css'

/** Instructions for filling an empty installation. */
export function OperatorHintText() {
  return (
    <div className={styles.root}>
      <p>
        <ButtonLink href="/admin/skateparks" size="sm" variant="line">
          {m.imports_osm_title()}
        </ButtonLink>
      </p>
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
