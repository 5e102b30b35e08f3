import { Suspense } from 'react'
import { useOpenItemNow } from './use-open-item.ts'
import type { LightboxHostProps } from './lightbox-host-props.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

function load() {
  return import('./lightbox.tsx')
}

const Lightbox = lazyPart(load)

/** Preloads the lightbox's code when someone is about to open it. */
export function preloadLightbox(): void {
  return void load().catch(() => undefined)
}

/** Shows the lightbox while the URL has an item. Loads the code on demand. Use at most one per screen. */
export function LightboxHost(props: LightboxHostProps) {
  const open = useOpenItemNow()
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Lightbox open={open} {...props} />
    </Suspense>
  )
}
