import { m } from '../../i18n/messages.ts'
import { afterLink } from './after-link.ts'
import { looks } from '../../ui/looks.ts'
import styles from './auth.module.css'

/** A notice that creating an account means accepting the terms. */
export const AcceptTerms = () => (
  <p className={styles.small}>
    {m.legal_accept_begin()}{' '}
    <a className={looks.link} href="/terms" target="_blank" rel="noopener">
      {m.legal_terms()}
    </a>{' '}
    {m.legal_accept_and()}{' '}
    <a className={looks.link} href="/privacy" target="_blank" rel="noopener">
      {m.legal_privacy()}
    </a>
    {afterLink(m.legal_accept_end())}
  </p>
)
