import { type ComponentProps, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../../../lib/use-session.ts'
import { hasSystemShare, systemShare } from '../../../ui/system-share.ts'
import type { ShareDialog } from './share-spot-dialog.tsx'
import { spotLink } from './spot-links.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const Dialog = lazyPart(() =>
  import('./share-spot-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
)

/**
 * The dialog for sharing a spot's link by copying it or by sending it through WhatsApp or email. Its code loads on
 * first use.
 */
export function SpotShareDialog(props: ComponentProps<typeof ShareDialog>) {
  const { open, onOpenChange, spot } = props
  const { status } = useSession()
  const [wanted, setWanted] = useState(false)
  const [refused, setRefused] = useState(false)
  // Members get our dialog, because only it can send a spot to a member. Its first button opens the system's share
  // sheet.
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
