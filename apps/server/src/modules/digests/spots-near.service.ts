import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'
import { addSpotNear, bindToNotification, hasShown, takeNewSpots, SPOTS_NEAR } from './spots-near.queries.ts'
import { notifyDaily } from './daily-notifications.ts'

/** Number of spots per transaction. */
const SPOTS_AT_ONCE = 20
/** Queues new spots for people who saved spots nearby. Returns whether there are more new spots. */
export async function matchNewSpots({ db }: { db: Db }): Promise<boolean> {
  if (!(await isQueued(db, 'new_spots'))) return false
  await db.transaction().execute(async (tx) => {
    for (const spot of await takeNewSpots(tx, SPOTS_AT_ONCE)) await addSpotNear(tx, spot)
  })
  return isQueued(db, 'new_spots')
}

/** Notifies people about new spots near ones they saved, with one combined notification at most once a day. */
export function notifySpotsNear({ db }: { db: Db }): Promise<void> {
  return notifyDaily(db, {
    type: 'spot_near',
    waits: SPOTS_NEAR,
    isShown: hasShown,
    bind: bindToNotification,
  })
}
