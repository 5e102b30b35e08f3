import { m } from '../../../i18n/messages.ts'
import { fillText } from '../../../lib/text/fill-text.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../auth.module.css'

/** A notice that creating an account means accepting the terms. */
export function AcceptTerms() {
  return (
    <p className={styles.small}>
      {fillText(m.legal_accept({ terms: '<terms>', privacy: '<privacy>' }), {
        '<terms>': (
          <a key="terms" className={looks.link} href="/terms" target="_blank" rel="noopener">
            {m.legal_terms()}
          </a>
        ),
        '<privacy>': (
          <a key="privacy" className={looks.link} href="/privacy" target="_blank" rel="noopener">
            {m.legal_privacy()}
          </a>
        ),
      })}
    </p>
  )
}
