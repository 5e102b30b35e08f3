import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded after the first screen because many servers can't send text messages.
const PhoneLink = lazyPart(() => import('./phone-link.tsx'))

/** A link to phone number sign-in; renders nothing if the server can't send text messages. */
export function Phones({ next }: { next: string | undefined }) {
  return (
    <Suspense fallback={null}>
      <PhoneLink next={next ?? null} />
    </Suspense>
  )
}
