import { m } from '../../i18n/messages.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { Chip } from '../../ui/index.ts'
import { answerConsent, isRefusedByBrowser, providerHost, useConsent } from '../ads/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

/** Lets the viewer allow ads from the operator's provider on this device. Renders nothing if there is none. */
export function AdsSection() {
  const host = providerHost(useServerConfig()?.ads)
  const consent = useConsent(host)
  if (host === null) return null
  return (
    <Section id="ads" title={m.ads_title()}>
      <p className={styles.text}>{m.ads_settings_text({ host })}</p>
      {isRefusedByBrowser() ? (
        <p className={styles.text}>{m.ads_settings_privacy_control()}</p>
      ) : (
        <fieldset className={styles.choice}>
          <legend>{m.ads_settings_choice({ host })}</legend>
          <div>
            <Chip pressed={consent === 'no'} onClick={() => answerConsent('no', host)}>
              {m.ads_decline()}
            </Chip>
            <Chip pressed={consent === 'yes'} onClick={() => answerConsent('yes', host)}>
              {m.ads_allow()}
            </Chip>
          </div>
        </fieldset>
      )}
    </Section>
  )
}
