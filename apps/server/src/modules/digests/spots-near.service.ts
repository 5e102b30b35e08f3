import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { isQuiet } from '../push/index.ts'
import {
  addSpotNear,
  bindToNotification,
  hasShown,
  isAnySpotNew,
  takeNewSpots,
  takeWaiting,
  type Waiting,
} from './spots-near.queries.ts'

/** Spots in one transaction. */
const SPOTS_AT_ONCE = 20
/** People in one transaction. */
const PEOPLE_AT_ONCE = 100
/** Whoever shared a spot by mistake has deleted it by then. */
const REST_MINUTES = 10
/** Once a day at most. */
const APART_HOURS = 24
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Finds out near whose saved spots the new ones are; returns whether there are more. */
export const matchNewSpots = async ({ db }: { db: Db }): Promise<boolean> => {
  await db.transaction().execute(async (tx) => {
    for (const spot of await takeNewSpots(tx, SPOTS_AT_ONCE)) await addSpotNear(tx, spot)
  })
  return isAnySpotNew(db)
}

const isQuietNow = ({ quiet_from: from, quiet_until: until, quiet_zone: time_zone }: Waiting): boolean =>
  from !== null && until !== null && time_zone !== null && isQuiet({ from, until, time_zone }, new Date())

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
export const notifySpotsNear = async ({ db }: { db: Db }): Promise<void> => {
  const figures = { limit: PEOPLE_AT_ONCE, restMinutes: REST_MINUTES, apartHours: APART_HOURS }
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const from = after
    after = await db.transaction().execute(async (tx) => {
      const people = await takeWaiting(tx, from, figures)
      for (const one of people) await notifyOne(tx, one)
      return people.at(-1)?.user_id
    })
  }
}
