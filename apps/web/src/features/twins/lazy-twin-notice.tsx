import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '../../lib/after-first-screen.ts'

const Notice = lazy(() => import('./twin-notice.tsx').then(({ TwinNotice }) => ({ default: TwinNotice })))

/** That a spot probably has a twin; loaded after the first screen, and only for who may do something about it. */
export function LazyTwinNotice(props: { spotId: string }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    void afterFirstScreen().then(() => setDue(true))
  }, [])
  return isDue ? (
    <Suspense fallback={null}>
      <Notice {...props} />
    </Suspense>
  ) : null
}
