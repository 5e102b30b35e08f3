import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Not part of the first screen: most servers have no providers, and few people come back from one.
const ProviderButtons = lazyPart(() => import('./provider-buttons.tsx'))
const ReturnScreen = lazyPart(() => import('./provider-return-screen.tsx'))

/** Buttons for the providers that this server is configured for; nothing where there are none. */
export const Providers = ({ next }: { next: string | undefined }) => (
  <Suspense fallback={null}>
    <ProviderButtons next={next ?? null} />
  </Suspense>
)

/** Where a provider leads back to. */
export const ProviderReturn = ({ provider }: { provider: string }) => (
  <Suspense fallback={null}>
    <ReturnScreen provider={provider} />
  </Suspense>
)
