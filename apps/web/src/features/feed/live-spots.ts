import type { SpotCard } from '@nollie/contract'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'

/** Tells of spots that were changed, or are gone, of which posts are shown. Gives the undo. */
export function watchSpots(
  isShown: (spot_id: string) => boolean,
  changed: (spot: SpotCard) => void,
): () => void {
  return listen('spot', {
    message: ({ kind, spot_id }) => {
      if (kind !== 'updated' || !isShown(spot_id)) return
      call('GET /api/spots/:spot_id/card', { params: { spot_id } }).then(changed, () => undefined)
    },
    // What was missed comes with the posts themselves, which are loaded again.
    gap: () => undefined,
  })
}
