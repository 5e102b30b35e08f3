import type { BustOutcome } from '@nollie/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Dialog = lazyPart(() =>
  import('./bust-report-dialog.tsx').then(({ BustReportDialog }) => ({ default: BustReportDialog })),
)

type Props = {
  spot: { id: string; name: string; time_zone?: string | undefined }
  /** The initially selected outcome. */
  outcome: BustOutcome
  onClose: () => void
}

/** The dialog for reporting how a session ended. It's open while mounted. */
export function BustReport({ spot, outcome, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      <Dialog
        spotId={spot.id}
        spotName={spot.name}
        timeZone={spot.time_zone}
        outcome={outcome}
        onClose={onClose}
      />
    </Suspense>
  )
}
