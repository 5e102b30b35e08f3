import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ShareDialog } from './share-dialog.tsx'

const Dialog = lazy(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })))

/** Passes on the link to a spot: by copying it, by WhatsApp or by mail. Its code comes when it is first opened. */
export function SpotShareDialog(props: ComponentProps<typeof ShareDialog>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
