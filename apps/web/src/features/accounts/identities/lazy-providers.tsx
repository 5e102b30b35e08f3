import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded after the first screen because most servers have no providers.
const ProviderButtons = lazyPart(() => import('./provider-buttons.tsx'))
const ReturnScreen = lazyPart(() => import('./provider-return-screen.tsx'))

/** Buttons for the configured sign-in providers; renders nothing if there are none. */
export function Providers({ next }: { next: string | undefined }) {
  return (
    <Suspense fallback={null}>
      <ProviderButtons next={next ?? null} />
    </Suspense>
  )
}

/** The screen that a provider redirects to. */
export function ProviderReturn({ provider }: { provider: string }) {
  return (
    <Suspense fallback={null}>
      <ReturnScreen provider={provider} />
    </Suspense>
  )
}
