import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { configQuery } from '../../lib/server-config.ts'
import { shell } from '../../lib/native-shell.ts'
import { looks } from '../../ui/looks.ts'
import { bannerUnit, providerHost, useConsent } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'

/** Whether the browser anchors scrolling when content above the viewport grows. */
const isAnchored = () => CSS.supports('overflow-anchor', 'auto')

/** Delays rendering its content until doing so won't shift anything on screen. */
function WhereNothingMoves({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => {
      // On a page no taller than the screen, nothing below can shift.
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
      <section className={looks.card} aria-label={m.ads_settings()}>
        <AdQuestion host={host} />
      </section>
    </WhereNothingMoves>
  )
}
