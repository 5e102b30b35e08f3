import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Not part of the first screen: many servers send no messages.
const PhoneLink = lazyPart(() => import('./phone-link.tsx'))

/** A link to signing in with a phone number; nothing where the server sends no messages. */
export const Phones = ({ next }: { next: string | undefined }) => (
  <Suspense fallback={null}>
    <PhoneLink next={next ?? null} />
  </Suspense>
)
