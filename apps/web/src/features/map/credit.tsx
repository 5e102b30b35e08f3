import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import type { Basemap } from './engine/types.ts'

const OSM = 'https://www.openstreetmap.org/copyright'
const OPENFREEMAP = 'https://openfreemap.org/'

/** Whose data the map shows. A configured style brings its own line. */
export function MapCredit({ basemap }: { basemap: Basemap | null }) {
  const own = useQuery({
    queryKey: ['street-map'],
    queryFn: ({ signal }) => call('GET /api/map/streets', { signal }),
    enabled: basemap === 'own',
  }).data
  if (basemap === 'custom') return null
  const isPublic = basemap === 'streets'
  const text = isPublic
    ? m.map_credit_streets()
    : basemap === 'own' && own?.attribution
      ? m.map_credit_own({ attribution: own.attribution })
      : m.map_credit_shipped()
  return (
    <p className="map-credit">
      <a href={isPublic ? OPENFREEMAP : OSM} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    </p>
  )
}
