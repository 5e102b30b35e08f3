import type { Spot } from '@nollie/contract'
import { lazy, Suspense } from 'react'
import { ReportDialog } from '../reports/index.ts'
import type { DeleteFrom } from './delete-text.ts'

const Edit = lazy(() => import('./edit-dialog.tsx').then(({ EditDialog }) => ({ default: EditDialog })))
const Add = lazy(() =>
  import('./add-media-dialog.tsx').then(({ AddMediaDialog }) => ({ default: AddMediaDialog })),
)
const Delete = lazy(() =>
  import('./delete-dialog.tsx').then(({ DeleteSpotDialog }) => ({ default: DeleteSpotDialog })),
)
const History = lazy(() =>
  import('./history-dialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog })),
)

/** Changes a spot; open for as long as it is drawn. `onClose` says that it has gone. */
export function EditSpotDialog(props: { spotId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Edit {...props} />
    </Suspense>
  )
}

/** Deletes a spot after asking; see `EditSpotDialog` for opening and closing. Only its own page is left for the map. */
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

/** The dialogs of a spot's page. */
export type SpotDialogName = 'edit' | 'media' | 'delete' | 'history' | 'report'

type Props = { spot: Spot; name: SpotDialogName; onClose: () => void }

/** One of a spot's dialogs. Its code comes when it is first opened. */
export function SpotDialog({ spot, name, onClose }: Props) {
  switch (name) {
    case 'edit':
      return <EditSpotDialog spotId={spot.id} onClose={onClose} />
    case 'delete':
      return <DeleteSpotDialog spot={spot} from="page" onClose={onClose} />
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
