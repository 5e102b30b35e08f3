import { m } from '../../i18n/messages.ts'
import type { Basemap } from './engine/types.ts'

const OSM = 'https://www.openstreetmap.org/copyright'
const OPENFREEMAP = 'https://openfreemap.org/'

/** Whose data the map shows. A configured style brings its own line. */
export function MapCredit({ basemap }: { basemap: Basemap | null }) {
  if (basemap === 'custom') return null
  return (
    <p className="map-credit">
      <a href={OSM} target="_blank" rel="noopener noreferrer">
        {m.map_credit_shipped()}
      </a>
      {basemap === 'streets' && (
        <>
          {' · '}
          <a href={OPENFREEMAP} target="_blank" rel="noopener noreferrer">
            {m.map_credit_streets()}
          </a>
        </>
      )}
    </p>
  )
}
