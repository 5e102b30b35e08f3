import { lazy, Suspense } from 'react'
import { useOpenItemNow } from './use-open-item.ts'
import type { ViewerHostProps } from './viewer-host-props.ts'

const load = () => import('./viewer.tsx')
const Viewer = lazy(load)

/** Fetches the viewer's code, on a hint that it is about to be opened. */
export const preloadViewer = (): void => void load().catch(() => undefined)

/** Shows the viewer while the address names an item; until then its code is not loaded. One per screen. */
export function ViewerHost(props: ViewerHostProps) {
  const open = useOpenItemNow()
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Viewer open={open} {...props} />
    </Suspense>
  )
}
