import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'
import type { ShareDialog } from './share-dialog.tsx'
import { spotLink } from './spot-links.ts'

const Dialog = lazy(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })))

/** Passes on the link to a spot: by copying it, by WhatsApp or by mail. Its code comes when it is first opened. */
export function SpotShareDialog(props: ComponentProps<typeof ShareDialog>) {
  const { open, onOpenChange, spot } = props
  const { status } = useSession()
  const [wanted, setWanted] = useState(false)
  const [refused, setRefused] = useState(false)
  // Members also send spots to people here, which only our dialog does; it has the system's sheet as its first way.
  const bySystem = hasSystemShare() && status !== 'signed-in' && !refused
  const share = useEffectEvent(async () => {
    const link = spotLink(location.origin, spot.id)
    if (await systemShare({ title: spot.name, url: link })) onOpenChange(false)
    else setRefused(true)
  })
  useEffect(() => {
    if (open && bySystem) void share()
  }, [open, bySystem])
  if (open && !bySystem && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
