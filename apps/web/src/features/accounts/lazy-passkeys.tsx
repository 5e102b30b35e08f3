import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Not part of the first screen: it comes with the library for the browser's passkeys.
const PasskeyButton = lazyPart(() => import('./passkey-button.tsx'))

/** A button that signs in with a passkey; nothing where the browser knows none. */
export const Passkeys = () => (
  <Suspense fallback={null}>
    <PasskeyButton />
  </Suspense>
)
