import type { Ad } from '@nollie/contract'
import { useEffect, useRef } from 'react'
import { useOnScreen } from '../../lib/use-on-screen.ts'
import { Photo } from '../../ui/photos/photo.tsx'
import { countPress, countView } from './ad-requests.ts'
import styles from './ads.module.css'

/** How long (ms) half of the ad must be on screen to count as an impression. */
const SEEN_MS = 1_000

/** A local ad that links to its advertiser. */
export function HouseAd({ ad }: { ad: Ad }) {
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
