import { CornerUpRight, LocateFixed, ListStart } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { Point } from '../../lib/places/metres-between.ts'
import { Button, buttonLook, Sheet, toast } from '../../ui/index.ts'
import { positionNow } from '../places/index.ts'
import { DownloadLinks } from '../open-data/index.ts'
import { isWhole, routeParts, STOPS_MAX } from './route-links.ts'
import styles from './lists.module.css'

type Props = {
  listKey: string
  stops: readonly Point[]
  /** Sorts the stops, starting at a position, or at the first stop if it's null. */
  onSort: (from: Point | null) => void
  onClosed: () => void
}

function Sorting({ onSort }: Pick<Props, 'onSort'>) {
  const [isLocating, setLocating] = useState(false)
  const fromMe = async () => {
    setLocating(true)
    const found = await positionNow()
    setLocating(false)
    if (found) onSort({ latitude: found.lat, longitude: found.lng })
    else toast({ kind: 'error', title: m.lists_no_location(), description: m.lists_no_location_text() })
  }
  return (
    <section className={styles.part}>
      <h3>{m.lists_shortest()}</h3>
      <p>{m.lists_shortest_text()}</p>
      <div className={styles.buttons}>
        <Button
          variant="line"
          icon={<LocateFixed aria-hidden="true" />}
          busy={isLocating && m.lists_locating()}
          onClick={() => void fromMe()}
        >
          {m.lists_from_me()}
        </Button>
        <Button variant="line" icon={<ListStart aria-hidden="true" />} onClick={() => onSort(null)}>
          {m.lists_from_first()}
        </Button>
      </div>
    </section>
  )
}

/** A sheet that opens a list's route in a map app. It can also sort the stops to shorten the route. */
export function RouteSheet({ listKey, stops, onSort, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const parts = routeParts(stops)
  const sort = (from: Point | null) => {
    onSort(from)
    setOpen(false)
  }
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClosed} title={m.lists_route()}>
      <div className={styles.parts}>
        <section className={styles.part}>
          <p>{m.lists_route_text()}</p>
          <div className={styles.buttons}>
            {parts.map(({ first, last, href }) => (
              <a
                key={href}
                {...buttonLook({ variant: 'primary' })}
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                <CornerUpRight aria-hidden="true" />
                {isWhole(parts) ? m.lists_route_open() : m.lists_route_part({ first, last })}
              </a>
            ))}
          </div>
          <small>{m.lists_route_limit({ count: STOPS_MAX })}</small>
          <DownloadLinks path={`/api/lists/${listKey}/export`} formats={['gpx']} />
        </section>
        {stops.length > 2 && <Sorting onSort={sort} />}
      </div>
    </Sheet>
  )
}
