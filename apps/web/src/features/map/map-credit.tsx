import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { Basemap } from './engine/types.ts'
import { streetsQuery } from './streets/streets-request.ts'
import styles from './map.module.css'

const OSM = 'https://www.openstreetmap.org/copyright'
const OPENFREEMAP = 'https://openfreemap.org/'

/** The attribution for the map data. Null for a configured style, which has its own attribution. */
export function MapCredit({ basemap }: { basemap: Basemap | null }) {
  const own = useQuery({ ...streetsQuery, enabled: basemap === 'own' }).data
  if (basemap === 'custom') return null
  const isPublic = basemap === 'streets'
  const text = isPublic
    ? m.map_credit_streets()
    : basemap === 'own' && own?.attribution
      ? m.map_credit_own({ attribution: own.attribution })
      : m.map_credit_shipped()
  return (
    <p className={styles.credit}>
      <a href={isPublic ? OPENFREEMAP : OSM} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    </p>
  )
}
