import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import {
  addBulletinToArea,
  addMissingSettings,
  addSpotToAreas,
  type AreaChange,
  bindAreaUpdates,
  hasAreaShown,
  isAnyAreaChanged,
  takeAreaChanges,
  takeAreaWaiting,
} from './area-updates.queries.ts'
import { type Waiting } from './spots-near.queries.ts'
import { forEachWaiting, isQuietNow } from './waiting.ts'

/** Changes in one transaction. */
const CHANGES_AT_ONCE = 50

const add = async (tx: Tx, { kind, spot_id, bulletin_id }: AreaChange): Promise<void> => {
  if (kind === 'bulletin' && bulletin_id) await addBulletinToArea(tx, bulletin_id)
  if (kind !== 'bulletin' && spot_id) await addSpotToAreas(tx, kind, spot_id)
}

/** Finds out who follows an area with what changed; returns whether there is more. */
export const matchAreaChanges = async ({ db }: { db: Db }): Promise<boolean> => {
  if (!(await isAnyAreaChanged(db))) return false
  await db.transaction().execute(async (tx) => {
    const changes = await takeAreaChanges(tx, CHANGES_AT_ONCE)
    for (const change of changes) await add(tx, change)
    if (changes.length > 0) await addMissingSettings(tx)
  })
  return isAnyAreaChanged(db)
}

const notifyOne = async (tx: Tx, waiting: Waiting): Promise<void> => {
  const { user_id } = waiting
  if (isQuietNow(waiting) || !(await hasAreaShown(tx, user_id))) return
  const notified = await notify(tx, {
    ...{ type: 'area_changes', from_user_id: null, user_ids: [user_id], target_id: user_id },
  })
  if (notified.length > 0) await bindAreaUpdates(tx, user_id)
}

/** Notifies people of what changed in the areas that they follow: all that waits in one notification, once a day at most. */
export const notifyAreaChanges = ({ db }: { db: Db }): Promise<void> =>
  forEachWaiting(db, takeAreaWaiting, notifyOne)
