import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/native-shell.ts'
import { looks } from '../../ui/looks.ts'
import { bannerUnit, providerHost, useConsent } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'

/** Whether the browser leaves what is read in its place when something above it grows. */
const isAnchored = () => CSS.supports('overflow-anchor', 'auto')

/** Renders its content once that moves nothing on screen, and from then on. */
function WhereNothingMoves({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => {
      // Nothing follows the place on a page that is no longer than the screen.
      const isShort = document.documentElement.scrollHeight <= innerHeight
      const isFree = entries.some(
        ({ isIntersecting, boundingClientRect: { top } }) =>
          isShort || (!isIntersecting && (isAnchored() || top > 0)),
      )
      if (isFree) setShown(true)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{isShown && children}</div>
}

/**
 * Shows the banner of a native app while this screen is open, after consent. Until somebody has chosen, the question is
 * where browsers have the slot.
 */
export function NativeAds() {
  const banner = shell()?.banner ?? null
  const { data } = useQuery({ ...configQuery, enabled: banner !== null })
  const unit = bannerUnit(data?.ads)
  const host = providerHost(data?.ads)
  const consent = useConsent(host)
  useEffect(() => {
    if (!banner || !unit || consent !== 'yes') return
    // Nobody misses a banner that the provider does not deliver.
    banner.show(unit).catch(() => undefined)
    return () => void banner.hide().catch(() => undefined)
  }, [banner, unit, consent])
  if (!host || consent !== null) return null
  return (
    <WhereNothingMoves>
      <section className={looks.card} aria-label={m.ads_settings()}>
        <AdQuestion host={host} />
      </section>
    </WhereNothingMoves>
  )
}
