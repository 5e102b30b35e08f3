import type { Ad } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { useOnScreen } from '../../lib/use-on-screen.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink } from '../../ui/link.tsx'
import { Photo } from '../../ui/photo.tsx'
import { adNearQuery, countPress, countView } from './ad-requests.ts'
import styles from './ads.module.css'

/** How long (ms) half of the ad must be on screen to count as an impression. */
const SEEN_MS = 1_000

function AdOfSomebody({ ad }: { ad: Ad }) {
  const box = useRef<HTMLAnchorElement>(null)
  const isSeen = useOnScreen(box, 0.5)
  useEffect(() => {
    if (!isSeen) return
    const timer = setTimeout(() => countView(ad.id), SEEN_MS)
    return () => clearTimeout(timer)
  }, [isSeen, ad.id])
  return (
    <a
      ref={box}
      className={styles.ad}
      href={ad.link}
      target="_blank"
      rel="sponsored noopener noreferrer"
      onClick={() => countPress(ad.id)}
    >
      {ad.media && <Photo className={styles.photo} media={ad.media} alt="" square />}
      <span className={styles.texts}>
        <b dir="auto">{ad.title}</b>
        <span className={styles.content} dir="auto">
          {ad.content}
        </span>
        <small>
          <bdi>{ad.place_name}</bdi> · <bdi>{new URL(ad.link).host}</bdi>
        </small>
      </span>
    </a>
  )
}

/** Explains how to advertise here. Shown if there is no local ad. */
function Notice() {
  const contact = useServerConfig()?.operator.contact
  const { user } = useSession()
  return (
    <div className={styles.notice}>
      <b>{m.ads_house_title()}</b>
      <p>{m.ads_house_text()}</p>
      {user?.is_admin ? (
        <AppLink href="/admin?list=ads">{m.ads_write()}</AppLink>
      ) : (
        contact && <a href={`mailto:${contact}`}>{contact}</a>
      )}
    </div>
  )
}

/** A local ad that links to its advertiser, or a notice if there is no ad or it failed to load. */
export function HouseAd() {
  const { data, fetchStatus } = useQuery(adNearQuery())
  if (data?.ad) return <AdOfSomebody ad={data.ad} />
  return !data && fetchStatus === 'fetching' ? null : <Notice />
}
