import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import {
  addSpotNear,
  bindToNotification,
  hasShown,
  isAnySpotNew,
  takeNewSpots,
  takeWaiting,
  type Waiting,
} from './spots-near.queries.ts'
import { forEachWaiting, isQuietNow } from './waiting.ts'

/** Spots in one transaction. */
const SPOTS_AT_ONCE = 20
/** Finds out near whose saved spots the new ones are; returns whether there are more. */
export const matchNewSpots = async ({ db }: { db: Db }): Promise<boolean> => {
  if (!(await isAnySpotNew(db))) return false
  await db.transaction().execute(async (tx) => {
    for (const spot of await takeNewSpots(tx, SPOTS_AT_ONCE)) await addSpotNear(tx, spot)
  })
  return isAnySpotNew(db)
}

const notifyOne = async (tx: Tx, waiting: Waiting): Promise<void> => {
  const { user_id } = waiting
  // What waits in quiet hours is notified after them.
  if (isQuietNow(waiting) || !(await hasShown(tx, user_id))) return
  const notified = await notify(tx, {
    type: 'spot_near',
    from_user_id: null,
    user_ids: [user_id],
    target_id: user_id,
  })
  if (notified.length > 0) await bindToNotification(tx, user_id)
}

/** Notifies people of new spots near those they saved: all that wait in one notification, once a day at most. */
export const notifySpotsNear = ({ db }: { db: Db }): Promise<void> =>
  forEachWaiting(db, takeWaiting, notifyOne)
