import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/native-shell.ts'
import { looks } from '../../ui/looks.ts'
import { bannerUnit, providerHost, useConsent } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'
import { WhereNothingMoves } from './where-nothing-moves.tsx'

/**
 * Shows a native app's banner while this screen is open, if the person agreed. Until they answer, the slot shows the
 * consent question.
 */
export function NativeAds() {
  const banner = shell()?.banner ?? null
  const { data } = useQuery({ ...configQuery, enabled: banner !== null })
  const unit = bannerUnit(data?.ads)
  const host = providerHost(data?.ads)
  const consent = useConsent(host)
  useEffect(() => {
    if (!banner || !unit || consent !== 'yes') return
    // A missing banner needs no error message.
    banner.show(unit).catch(() => undefined)
    return () => void banner.hide().catch(() => undefined)
  }, [banner, unit, consent])
  if (!host || consent !== null) return null
  return (
    <WhereNothingMoves>
      <section className={looks.card} aria-label={m.ads_title()}>
        <AdQuestion host={host} />
      </section>
    </WhereNothingMoves>
  )
}
