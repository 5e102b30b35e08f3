import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Dialog = lazyPart(() =>
  import('./mergeable-dialog.tsx').then(({ MergeableDialog }) => ({ default: MergeableDialog })),
)

/** The dialog for merging a spot with another one. It is open while mounted. */
export function LazyMergeable(props: { spotId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
