import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/shell.ts'
import { looks } from '../../ui/looks.ts'
import { bannerUnit, providerHost, useConsent } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'

/** The banner of a native app at the bottom of this screen, after consent, which is asked for where a browser has the slot. */
export function NativeAds() {
  const banner = shell()?.banner ?? null
  const { data } = useQuery({ ...configQuery, enabled: banner !== null })
  const unit = bannerUnit(data?.ads)
  const host = providerHost(data?.ads)
  const consent = useConsent(host)
  useEffect(() => {
    if (!banner || !unit || consent !== 'yes') return
    // An app without ads is as good: what the provider does not deliver is not shown.
    banner.show(unit).catch(() => undefined)
    return () => void banner.hide().catch(() => undefined)
  }, [banner, unit, consent])
  if (!host || consent !== null) return null
  return (
    <section className={looks.card} aria-label={m.ads_settings()}>
      <AdQuestion host={host} />
    </section>
  )
}
