import { lazy, Suspense } from 'react'
import { useOpenItemNow } from './use-open-item.ts'
import type { LightboxHostProps } from './lightbox-host-props.ts'

const load = () => import('./lightbox.tsx')
const Lightbox = lazy(load)

/** Fetches the lightbox's code, on a hint that it is about to be opened. */
export const preloadLightbox = (): void => void load().catch(() => undefined)

/** Shows the lightbox while the address names an item; until then its code is not loaded. One per screen. */
export function LightboxHost(props: LightboxHostProps) {
  const open = useOpenItemNow()
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Lightbox open={open} {...props} />
    </Suspense>
  )
}
