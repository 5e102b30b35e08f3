import { lazy, Suspense } from 'react'

const Notice = lazy(() => import('./twin-notice.tsx').then(({ TwinNotice }) => ({ default: TwinNotice })))

/** That a spot probably has a twin; loaded after its page, and only for who may do something about it. */
export const LazyTwinNotice = (props: { spotId: string }) => (
  <Suspense fallback={null}>
    <Notice {...props} />
  </Suspense>
)
