import { type ComponentProps, Suspense } from 'react'
import type { ReportForm } from './report-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Dialog = lazyPart(() =>
  import('./report-dialog.tsx').then(({ ReportForm }) => ({ default: ReportForm })),
)

/**
 * The report dialog for a subject; open for as long as it is rendered. `onClose` is called after it disappeared. Its
 * code is loaded when it is first rendered.
 */
export function ReportDialog(props: ComponentProps<typeof ReportForm>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
