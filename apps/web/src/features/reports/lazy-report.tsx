import { type ComponentProps, lazy, Suspense } from 'react'
import type { ReportForm } from './report-dialog.tsx'

const Dialog = lazy(() => import('./report-dialog.tsx').then(({ ReportForm }) => ({ default: ReportForm })))

/**
 * Tells the moderators what is wrong with a thing; open for as long as it is drawn. `onClose` says that it has gone.
 * Its code comes when it is first drawn.
 */
export function ReportDialog(props: ComponentProps<typeof ReportForm>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
