import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Notice = lazyPart(async () => {
  await afterFirstScreen()
  return import('./twin-notice.tsx').then(({ TwinNotice }) => ({ default: TwinNotice }))
})

/** That a spot probably has a twin; loaded after the first screen, and only for who may do something about it. */
export const LazyTwinNotice = (props: { spotId: string }) => (
  <Suspense fallback={null}>
    <Notice {...props} />
  </Suspense>
)
