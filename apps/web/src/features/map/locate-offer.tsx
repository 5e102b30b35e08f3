import { LocateFixed, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isRefused, setByHand, useHere } from '../location/index.ts'
import type { View } from './engine/types.ts'

const NAME = 'nollie.location.offer'

type Props = {
  onShow: () => void
  middle: () => View
  /** The map waits for the person's place, e.g. by a link to what is near. */
  wanted: boolean
}

/** What the map says of the person's place: a quiet first offer, and a way by hand where no other helped. */
export function LocateOffer({ onShow, middle, wanted }: Props) {
  const { status, record } = useHere()
  const [closed, setClosed] = useState(() => readStored(NAME) === 'closed' || isRefused())
  const close = () => {
    writeStored(NAME, 'closed')
    setClosed(true)
  }
  if (status === 'denied' || status === 'error')
    return (
      <div className="locate-offer">
        <Button
          size="sm"
          variant="quiet"
          icon={<LocateFixed aria-hidden="true" />}
          onClick={() => {
            const { latitude, longitude } = middle()
            setByHand(latitude, longitude)
          }}
        >
          {m.location_by_hand()}
        </Button>
      </div>
    )
  if ((closed && !wanted) || record || status !== 'idle') return null
  return (
    <div className="locate-offer">
      <p>{m.location_offer()}</p>
      <Button size="sm" variant="ink" onClick={onShow}>
        {m.location_offer_show()}
      </Button>
      <IconButton label={m.location_offer_close()} onClick={close}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
