import { LocateFixed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { afterFirstScreen } from '../../../lib/page/after-first-screen.ts'
import { writeStored, readStored } from '../../../lib/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  isPermitted,
  isRefused,
  locateIfPermitted,
  setByHand,
  useDevicePosition,
} from '../../places/index.ts'
import type { View } from '../engine/types.ts'
import styles from '../screen/spots-screen.module.css'

const NAME = 'nollie.location.offer'

type Props = {
  onShow: () => void
  middle: () => View
  /** Whether the map needs the person's position, e.g. for a "near me" link. */
  wanted: boolean
}

// If the offer can't be loaded, another visit asks the question.
function askLater(): void {
  afterFirstScreen()
    .then(() => import('../unchecked/offer-unchecked.ts'))
    .then(
      ({ offerUnchecked }) => offerUnchecked(),
      () => undefined,
    )
}

/** Publishes the position if location access is already permitted. Returns whether it is; null until that's known. */
function usePermitted(): boolean | null {
  const [permitted, setPermitted] = useState<boolean | null>(null)
  useEffect(() => {
    void isPermitted().then(async (isGranted) => {
      if (isGranted) {
        await locateIfPermitted()
        askLater()
      }
      setPermitted(isGranted)
    })
  }, [])
  return permitted
}

/**
 * Offers to locate the person, unless location is already permitted. If locating fails, offers to use the center of the
 * map as the position. Both offers are next to the locate button.
 */
export function LocateOffer({ onShow, middle, wanted }: Props) {
  const { status, record } = useDevicePosition()
  const permitted = usePermitted()
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
          {m.places_set_here()}
        </Button>
      </div>
    )
  if (record || status !== 'idle' || permitted === null) return null
  if (!wanted && (closed || permitted)) return null
  return (
    <div className={styles.locateOffer}>
      <button type="button" onClick={onShow}>
        {m.places_offer()}
      </button>
      <IconButton label={m.places_offer_close()} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
