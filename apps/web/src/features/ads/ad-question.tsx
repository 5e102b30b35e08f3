import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { answerConsent } from './ad-consent.ts'
import styles from './ads.module.css'

/** Asks whether a provider may show ads on this device. Neither answer is emphasized. */
export function AdQuestion({ host }: { host: string }) {
  return (
    <div className={styles.question}>
      <p>{m.ads_question({ host })}</p>
      <div className={styles.answers}>
        <Button size="sm" onClick={() => answerConsent('no', host)}>
          {m.ads_decline()}
        </Button>
        <Button size="sm" onClick={() => answerConsent('yes', host)}>
          {m.ads_allow()}
        </Button>
      </div>
    </div>
  )
}
