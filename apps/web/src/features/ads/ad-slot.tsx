import type { AdPlace } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { useConsent, providerHost } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'
import { HouseAd } from './house-ad.tsx'
import styles from './ads.module.css'

// Without `allow-same-origin`, the page has an opaque origin, so its scripts can't read or write our data. With
// `credentialless`, where supported, no cookies are sent either. React doesn't know this attribute.
const Frame = ({ address }: { address: string }) => (
  <iframe
    {...{ credentialless: '' }}
    className={styles.frame}
    title={m.ads_label()}
    src={address}
    sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
    referrerPolicy="no-referrer"
  />
)

function Shown({ ads }: { ads: AdPlace | undefined }) {
  const host = providerHost(ads)
  const consent = useConsent(host)
  if (ads?.frame && consent === 'yes') return <Frame address={ads.frame} />
  return host && consent === null ? <AdQuestion host={host} /> : <HouseAd />
}

/** The slot's content: the provider's page if the person agreed, otherwise a local ad. */
export const AdSlot = ({ ads }: { ads: AdPlace | undefined }) => (
  <article className={styles.root} aria-label={m.ads_label()}>
    <p className={styles.label} aria-hidden="true">
      {m.ads_label()}
    </p>
    <div className={styles.place}>
      <Shown ads={ads} />
    </div>
  </article>
)
