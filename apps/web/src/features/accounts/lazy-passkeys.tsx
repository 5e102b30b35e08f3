import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Loaded after the first screen, because it includes the passkey library.
const PasskeyButton = lazyPart(() => import('./passkey-button.tsx'))

/** A button that signs in with a passkey; nothing if the browser doesn't support them. */
export const Passkeys = () => (
  <Suspense fallback={null}>
    <PasskeyButton />
  </Suspense>
)
