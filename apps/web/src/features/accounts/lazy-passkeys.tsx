import { lazy, Suspense } from 'react'

// Not part of the first screen: it comes with the library for the browser's passkeys.
const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

/** A button that signs in with a passkey; nothing where the browser knows none. */
export const Passkeys = () => (
  <Suspense fallback={null}>
    <PasskeyButton />
  </Suspense>
)
