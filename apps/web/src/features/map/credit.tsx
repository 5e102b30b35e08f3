import { m } from '../../i18n/messages.ts'
import type { Basemap } from './engine/types.ts'

const OSM = 'https://www.openstreetmap.org/copyright'
const OPENFREEMAP = 'https://openfreemap.org/'

/** Whose data the map shows. A configured style brings its own line. */
export function MapCredit({ basemap }: { basemap: Basemap | null }) {
  if (basemap === 'custom') return null
  const streets = basemap === 'streets'
  return (
    <p className="map-credit">
      <a href={streets ? OPENFREEMAP : OSM} target="_blank" rel="noopener noreferrer">
        {streets ? m.map_credit_streets() : m.map_credit_shipped()}
      </a>
    </p>
  )
}
