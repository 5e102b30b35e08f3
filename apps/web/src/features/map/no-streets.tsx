import { m } from '../../i18n/messages.ts'
import { appleMapsLink, mapsLink, openStreetMapLink } from './maps-link.ts'

const LINKS = [
  { label: m.map_open_osm, to: openStreetMapLink },
  { label: m.map_open_google, to: mapsLink },
  { label: m.map_open_apple, to: appleMapsLink },
]

/** Says on a close map that it has no streets here, and where there are some of `point`. */
export function NoStreets({ point }: { point: { latitude: number; longitude: number } | null }) {
  return (
    <div className="map-no-streets" role="note" aria-label={m.map_no_streets_label()}>
      <span>{m.map_no_streets()}</span>
      {point &&
        LINKS.map(({ label, to }) => (
          <a key={label()} href={to(point)} target="_blank" rel="noopener noreferrer">
            {label()}
          </a>
        ))}
    </div>
  )
}
