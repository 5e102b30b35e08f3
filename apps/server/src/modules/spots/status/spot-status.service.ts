import type { Spot, Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { updateSpot } from '../edit/edit-spot.queries.ts'
import { insertEdit } from '../edit/spot-history.queries.ts'
import { requireSpot } from '../spots.service.ts'
import { lockOwnSpot } from '../edit/edit-spot.service.ts'
import { isSettled } from './spot-condition.queries.ts'
import { toStatusColumns } from './store-spot-condition.service.ts'

/**
 * Marks a spot as gone, or as open again. Records nothing if the status stays the same.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, SETTLED for the creator if a steward has set the condition
 */
export function setSpotStatus(db: Db, viewer: Viewer, id: string, status: 'open' | 'gone'): Promise<Spot> {
  return db.transaction().execute(async (tx) => {
    const spot = await lockOwnSpot(tx, viewer, id)
    if (!viewer.is_admin && (await isSettled(tx, id))) throw new Refusal('SETTLED')
    if (spot.status !== status) {
      // The next status report recomputes the condition from all reports.
      const unconfirmed = { spot_state: null, state_until: null, confirmed_at: null, confirmed_by: 0 }
      await updateSpot(tx, id, { ...toStatusColumns(status), ...unconfirmed })
      await insertEdit(tx, {
        spot_id: id,
        user_id: viewer.user_id,
        action: 'status',
        version: spot.version,
        before: { status: spot.status },
      })
    }
    return requireSpot(tx, viewer.user_id, id)
  })
}
