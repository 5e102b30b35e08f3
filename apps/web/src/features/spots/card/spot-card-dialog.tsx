import type { SpotCard } from '@nollie/contract'
import { ReportDialog } from '../../reports/index.ts'
import type { DeleteFrom } from '../deletion/spot-deletion-toasts.ts'
import { DeleteSpotDialog, EditSpotDialog } from '../spot-dialogs.tsx'
import type { SpotCardDialogName } from './spot-card-actions.tsx'

type Props = {
  spot: Pick<SpotCard, 'id' | 'name' | 'status'>
  name: SpotCardDialogName
  from: DeleteFrom
  onClose: () => void
  onDeleted: () => void
}

/** One of the dialogs that the menu of a spot's card can open: on the map, or in a person's list. */
export function SpotCardDialog({ spot, name, from, onClose, onDeleted }: Props) {
  switch (name) {
    case 'edit':
      return <EditSpotDialog spotId={spot.id} onClose={onClose} />
    case 'report':
      return <ReportDialog subject={{ kind: 'spot', id: spot.id }} onClose={onClose} />
    case 'delete':
      return <DeleteSpotDialog spot={spot} from={from} onClose={onClose} onDeleted={onDeleted} />
  }
}
