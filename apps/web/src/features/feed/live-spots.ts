import type { SpotCard } from '@nollie/contract'
import { call } from '../../lib/api.ts'
import { listen } from '../../lib/live.ts'

/** Publishes changes and deletions of spots whose posts are on the screen. Returns the clean-up. */
export function watchSpots(
  isShown: (spot_id: string) => boolean,
  changed: (spot: SpotCard) => void,
): () => void {
  return listen('spot', {
    message: ({ kind, spot_id }) => {
      if (kind !== 'updated' || !isShown(spot_id)) return
      call('GET /api/spots/:spot_id/card', { params: { spot_id } }).then(changed, () => undefined)
    },
    // After a gap the posts themselves are loaded again.
    gap: () => undefined,
  })
}
