import { Suspense, useEffect, useState } from 'react'
import { go } from '../../lib/navigation.ts'
import { lazyExtra } from '../../ui/lazy-part.tsx'
import type { SharedSpot } from './shared-spot.ts'

const SharedSpotSheet = lazyExtra(() =>
  import('./shared-spot-sheet.tsx').then((all) => ({ default: all.SharedSpotSheet })),
)

/** Shows a newly shared spot once. The spot is in `shared` in the history entry's state. */
export function SharedSpotHost() {
  const [spot] = useState<SharedSpot | undefined>(() => history.state?.shared)
  // Prevents the sheet from opening again after a reload or after going back, even before its code has loaded.
  useEffect(() => {
    if (spot) go(location.pathname, { replace: true })
  }, [spot])
  return (
    spot && (
      <Suspense>
        <SharedSpotSheet spot={spot} />
      </Suspense>
    )
  )
}
