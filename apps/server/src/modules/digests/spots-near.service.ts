import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'
import { addSpotNear, bindToNotification, hasShown, takeNewSpots, SPOTS_NEAR } from './spots-near.queries.ts'
import { notifyDaily } from './daily-notifications.ts'

/** Spots in one transaction. */
const SPOTS_AT_ONCE = 20
/** Matches new spots with saved ones nearby; returns whether there are more. */
export const matchNewSpots = async ({ db }: { db: Db }): Promise<boolean> => {
  if (!(await isQueued(db, 'new_spots'))) return false
  await db.transaction().execute(async (tx) => {
    for (const spot of await takeNewSpots(tx, SPOTS_AT_ONCE)) await addSpotNear(tx, spot)
  })
  return isQueued(db, 'new_spots')
}

/** Notifies people of new spots near those they saved: all pending ones in one notification, at most once a day. */
export const notifySpotsNear = ({ db }: { db: Db }): Promise<void> =>
  notifyDaily(db, { type: 'spot_near', waits: SPOTS_NEAR, isShown: hasShown, bind: bindToNotification })
