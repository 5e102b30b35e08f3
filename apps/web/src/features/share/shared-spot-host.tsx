import { Suspense, useState } from 'react'
import { lazyExtra } from '../../ui/lazy-part.tsx'
import type { SharedSpot } from './shared-spot.ts'

const SharedSpotSheet = lazyExtra(() =>
  import('./shared-spot-sheet.tsx').then((all) => ({ default: all.SharedSpotSheet })),
)

/** Shows a newly shared spot once. The spot is in `shared` in the history entry's state. */
export function SharedSpotHost() {
  const [spot] = useState<SharedSpot | undefined>(() => history.state?.shared)
  return (
    spot && (
      <Suspense>
        <SharedSpotSheet spot={spot} />
      </Suspense>
    )
  )
}
