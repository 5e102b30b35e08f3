import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Loaded after the first screen because it includes the passkey library.
const PasskeyButton = lazyPart(() => import('./passkey-button.tsx'))

/** A button for signing in with a passkey; renders nothing if the browser doesn't support passkeys. */
export const Passkeys = () => (
  <Suspense fallback={null}>
    <PasskeyButton />
  </Suspense>
)
