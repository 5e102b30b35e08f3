import { isQueued } from '../../db/is-queued.ts'
import type { Db, Tx } from '../../db/open.ts'
import {
  addBulletinToArea,
  addMissingSettings,
  addSpotToAreas,
  AREA_UPDATES,
  type AreaChange,
  bindAreaUpdates,
  hasAreaShown,
  takeAreaChanges,
} from './area-updates.queries.ts'
import { notifyDaily } from './daily-notifications.ts'

/** Number of changes per transaction. */
const CHANGES_AT_ONCE = 50

async function add(tx: Tx, { kind, spot_id, bulletin_id }: AreaChange): Promise<void> {
  if (kind === 'bulletin' && bulletin_id) await addBulletinToArea(tx, bulletin_id)
  if (kind !== 'bulletin' && spot_id) await addSpotToAreas(tx, kind, spot_id)
}

/** Queues area changes for the people who follow the area. Returns whether there are more changes. */
export async function matchAreaChanges({ db }: { db: Db }): Promise<boolean> {
  if (!(await isQueued(db, 'area_changes'))) return false
  await db.transaction().execute(async (tx) => {
    const changes = await takeAreaChanges(tx, CHANGES_AT_ONCE)
    for (const change of changes) await add(tx, change)
    if (changes.length > 0) await addMissingSettings(tx)
  })
  return isQueued(db, 'area_changes')
}

/** Notifies people about pending changes in areas they follow, with one combined notification at most once a day. */
export function notifyAreaChanges({ db }: { db: Db }): Promise<void> {
  return notifyDaily(db, {
    type: 'area_changes',
    waits: AREA_UPDATES,
    isShown: hasAreaShown,
    bind: bindAreaUpdates,
  })
}
