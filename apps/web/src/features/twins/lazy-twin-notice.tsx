import { Suspense } from 'react'
import { afterFirstScreen } from '../../lib/page/after-first-screen.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Notice = lazyPart(async () => {
  await afterFirstScreen()
  return import('./twin-notice.tsx').then(({ TwinNotice }) => ({ default: TwinNotice }))
})

/** A notice that a spot is probably a duplicate. Only for people who can merge it; loads after the initial screen. */
export function LazyTwinNotice(props: { spotId: string }) {
  return (
    <Suspense fallback={null}>
      <Notice {...props} />
    </Suspense>
  )
}
