import { useState } from 'react'
import { onTheme, themeNow } from '../../../lib/theme.ts'
import { useBrowserValue } from '../../../lib/use-browser-value.ts'
import styles from '../map.module.css'

/** A server-rendered image of the map around a spot, shown until MapLibre has loaded. */
export function StillMap({ spotId }: { spotId: string }) {
  const theme = useBrowserValue(onTheme, themeNow)
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <img
      className={styles.still}
      src={`/previews/maps/${theme}/${spotId}.webp`}
      alt=""
      width="800"
      height="480"
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
