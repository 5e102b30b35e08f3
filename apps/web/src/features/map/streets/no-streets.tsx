import { m } from '../../../i18n/messages.ts'
import { appleMapsLink, mapsLink, openStreetMapLink } from '../../../lib/places/maps-links.ts'
import styles from '../map.module.css'

const LINKS = [
  { label: m.map_open_osm, to: openStreetMapLink },
  { label: m.map_open_google, to: mapsLink },
  { label: m.map_open_apple, to: appleMapsLink },
]

/** A notice that this close-up map has no streets, with a link to `point` on another map. */
export function NoStreets({ point }: { point: { latitude: number; longitude: number } | null }) {
  return (
    <div className={styles.noStreets} role="note" aria-label={m.map_no_streets_label()}>
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
