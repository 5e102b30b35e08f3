import type { SpotCard } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Menu } from '../../../ui/index.ts'
import { ReportDialog } from '../../reports/index.ts'
import type { DeleteFrom } from '../deletion/spot-deletion-toasts.ts'
import { SpotCardActions, type SpotCardDialogName } from './spot-card-actions.tsx'
import { DeleteSpotDialog, EditSpotDialog } from '../spot-dialogs.tsx'

type Spot = Pick<SpotCard, 'id' | 'name' | 'status'>

type DialogProps = {
  spot: Spot
  name: SpotCardDialogName
  from: DeleteFrom
  onClose: () => void
  onDeleted: () => void
}

/** One of the dialogs that a spot's card can open. */
export function SpotCardDialog({ spot, name, from, onClose, onDeleted }: DialogProps) {
  switch (name) {
    case 'edit':
      return <EditSpotDialog spotId={spot.id} onClose={onClose} />
    case 'report':
      return <ReportDialog subject={{ kind: 'spot', id: spot.id }} onClose={onClose} />
    case 'delete':
      return <DeleteSpotDialog spot={spot} from={from} onClose={onClose} onDeleted={onDeleted} />
  }
}

/** The menu on a spot in a person's list, with its dialogs. For the spot's creator and admins. */
export function SpotCardMenu({ spot, onDeleted }: { spot: Spot; onDeleted: () => void }) {
  const [action, setAction] = useState<SpotCardDialogName | null>(null)
  return (
    <>
      <Menu label={m.spots_card_menu({ name: spot.name })} variant="glass">
        <SpotCardActions spotId={spot.id} onOpen={setAction} />
      </Menu>
      {action && (
        <SpotCardDialog
          spot={spot}
          name={action}
          from="list"
          onClose={() => setAction(null)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
