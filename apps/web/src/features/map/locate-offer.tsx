import { LocateFixed, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isRefused, setByHand, useDevicePosition } from '../places/index.ts'
import type { View } from './engine/types.ts'
import styles from './spots-screen.module.css'

const NAME = 'nollie.location.offer'

type Props = {
  onShow: () => void
  middle: () => View
  /** Whether the map needs the person's position, e.g. for a "near me" link. */
  wanted: boolean
}

/** Offers to locate the person. If locating fails, offers to use the center of the map as the position. */
export function LocateOffer({ onShow, middle, wanted }: Props) {
  const { status, record } = useDevicePosition()
  const [closed, setClosed] = useState(() => readStored(NAME) === 'closed' || isRefused())
  const close = () => {
    writeStored(NAME, 'closed')
    setClosed(true)
  }
  if (status === 'denied' || status === 'error')
    return (
      <div className={styles.locateOffer}>
        <Button
          size="sm"
          variant="quiet"
          icon={<LocateFixed aria-hidden="true" />}
          onClick={() => {
            const { latitude, longitude } = middle()
            setByHand(latitude, longitude)
          }}
        >
          {m.places_by_hand()}
        </Button>
      </div>
    )
  if ((closed && !wanted) || record || status !== 'idle') return null
  return (
    <div className={styles.locateOffer}>
      <p>{m.places_offer()}</p>
      <Button size="sm" variant="ink" onClick={onShow}>
        {m.places_offer_show()}
      </Button>
      <IconButton label={m.places_offer_close()} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
