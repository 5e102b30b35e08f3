import { mayReadSpotHistory, type SpotChange, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { isKnownTo } from '../../audiences/index.ts'
import { findCreator } from './edit-spot.queries.ts'
import { selectHistory } from './spot-history.queries.ts'

const MAX_HISTORY = 100

/**
 * Returns a spot's newest changes. Admins can also read a deleted spot's history.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export async function readSpotHistory(db: Db, viewer: Viewer, id: string): Promise<SpotChange[]> {
  const spot = await findCreator(db, id, { deleted: viewer.is_admin })
  const known = await isKnownTo(db, viewer.user_id, id)
  if (!spot || !known) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayReadSpotHistory(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return selectHistory(db, viewer.user_id, id, MAX_HISTORY)
}
