import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Notice = lazyPart(async () => {
  await afterFirstScreen()
  return import('./twin-notice.tsx').then(({ TwinNotice }) => ({ default: TwinNotice }))
})

/**
 * A notice that a spot is probably a duplicate; loaded after the first screen, and only for people who can merge it.
 */
export const LazyTwinNotice = (props: { spotId: string }) => (
  <Suspense fallback={null}>
    <Notice {...props} />
  </Suspense>
)
