import type { Spot } from '@nollie/contract'
import { Suspense } from 'react'
import { AddToList } from '../lists/index.ts'
import { LazyMergeable } from '../twins/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { useSaveSpot } from './use-save-spot.ts'
import type { DeleteFrom } from './deletion/spot-deletion-toasts.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Edit = lazyPart(() =>
  import('./edit/edit-spot-dialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })),
)
const Add = lazyPart(() =>
  import('./gallery/add-media-dialog.tsx').then(({ AddMediaDialog }) => ({ default: AddMediaDialog })),
)
const Delete = lazyPart(() =>
  import('./deletion/delete-spot-dialog.tsx').then(({ DeleteSpotDialog }) => ({ default: DeleteSpotDialog })),
)
const History = lazyPart(() =>
  import('./history/spot-history-dialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog })),
)

/** The dialog for editing a spot. It's open while mounted; `onClose` is called after it has closed. */
export function EditSpotDialog(props: { spotId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Edit {...props} />
    </Suspense>
  )
}

/**
 * The dialog for deleting a spot. It opens and closes like {@link EditSpotDialog}. If the spot was deleted on its own
 * page, the map opens.
 */
export function DeleteSpotDialog(props: {
  spot: { id: string; status: 'open' | 'gone' }
  from: DeleteFrom
  onClose: () => void
  onDeleted?: () => void
}) {
  return (
    <Suspense fallback={null}>
      <Delete {...props} />
    </Suspense>
  )
}

/** The dialogs on a spot's page. */
export type SpotDialogName = 'edit' | 'media' | 'delete' | 'history' | 'report' | 'list' | 'merge'

type Props = { spot: Spot; name: SpotDialogName; onClose: () => void }

function SpotLists({ spot, onClosed }: { spot: Spot; onClosed: () => void }) {
  const save = useSaveSpot(spot.id)
  return <AddToList spotId={spot.id} saved={spot.saved} onSave={save} onClosed={onClosed} />
}

/** One of a spot's dialogs. Its code loads on first use. */
export function SpotDialog({ spot, name, onClose }: Props) {
  switch (name) {
    case 'edit':
      return <EditSpotDialog spotId={spot.id} onClose={onClose} />
    case 'delete':
      return <DeleteSpotDialog spot={spot} from="page" onClose={onClose} />
    case 'list':
      return <SpotLists spot={spot} onClosed={onClose} />
    case 'merge':
      return <LazyMergeable spotId={spot.id} onClose={onClose} />
    case 'report':
      return <ReportDialog subject={{ kind: 'spot', id: spot.id }} onClose={onClose} />
    case 'media':
      return (
        <Suspense fallback={null}>
          <Add spot={spot} onClose={onClose} />
        </Suspense>
      )
    case 'history':
      return (
        <Suspense fallback={null}>
          <History spot={spot} onClose={onClose} />
        </Suspense>
      )
  }
}
