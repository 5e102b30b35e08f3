import { Map as MapIcon, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { vibrate } from '../../lib/vibrate.ts'
import { go } from '../../lib/navigation.ts'
import { Button, ButtonLink, Sheet } from '../../ui/index.ts'
import { MiniMap } from '../map/index.ts'
import { SpotShareDialog } from '../spots/index.ts'
import type { SharedSpot } from './shared-spot.ts'
import styles from './shared-spot-sheet.module.css'

/** A sheet that shows a just-shared spot on the map, with ways to send it to friends. */
export function SharedSpotSheet({ spot }: { spot: SharedSpot }) {
  const [isOpen, setOpen] = useState(true)
  const [sends, setSends] = useState(false)
  const { id, latitude, longitude, name } = spot
  // Prevents the sheet from opening again after a reload or after going back.
  useEffect(() => {
    go(location.pathname, { replace: true })
    vibrate()
  }, [])
  return (
    <>
      <Sheet open={isOpen} onOpenChange={setOpen} title={m.share_done_title()}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <div className={styles.map}>
          <MiniMap spotId={id} latitude={latitude} longitude={longitude} type={spot.type} isOwnView />
        </div>
        <div className={styles.ways}>
          {!spot.isPrivate && (
            <Button
              variant="primary"
              wide
              icon={<Send aria-hidden="true" />}
              onClick={() => {
                setSends(true)
                setOpen(false)
              }}
            >
              {m.share_done_send()}
            </Button>
          )}
          <ButtonLink href={`/spots?spot=${id}`} variant="line" wide icon={<MapIcon aria-hidden="true" />}>
            {m.share_done_see()}
          </ButtonLink>
        </div>
      </Sheet>
      <SpotShareDialog open={sends && !isOpen} onOpenChange={setSends} spot={spot} />
    </>
  )
}
