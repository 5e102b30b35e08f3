import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded after the first screen because it includes the passkey library.
const PasskeyButton = lazyPart(() => import('./passkey-button.tsx'))

/**
 * A button for signing in with a passkey; renders nothing if the browser doesn't support passkeys. `onPending` is called
 * when it asks whether to cancel the account's deletion.
 */
export function Passkeys({ onPending }: { onPending: () => void }) {
  return (
    <Suspense fallback={null}>
      <PasskeyButton onPending={onPending} />
    </Suspense>
  )
}
