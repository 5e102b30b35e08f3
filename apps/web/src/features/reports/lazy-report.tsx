import { type ComponentProps, Suspense } from 'react'
import type { ReportForm } from './report-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Dialog = lazyPart(() =>
  import('./report-dialog.tsx').then(({ ReportForm }) => ({ default: ReportForm })),
)

/**
 * The report dialog, which is open while rendered. `onClose` is called after it has closed. Its code loads on the first
 * render.
 */
export function ReportDialog(props: ComponentProps<typeof ReportForm>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
