import type { Db } from '../../../db/open.ts'
import { publishPostEvent, renewSpotPosts } from '../../posts/index.ts'
import { isAnyDue, openDueSpots } from './open-spots.queries.ts'

/** Maximum number of spots opened per transaction. */
const BATCH = 50

/**
 * Opens the spots whose opening time has passed: shows them to their full audience and sets the time of their posts to
 * now.
 */
export async function openSpots(db: Db): Promise<void> {
  const openBatch = () =>
    db.transaction().execute(async (tx) => {
      const { opened, ids } = await openDueSpots(tx, BATCH)
      await renewSpotPosts(tx, ids)
      for (const spot_id of ids) await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id })
      return opened
    })
  // There are almost never any, so check with a single statement instead of a transaction.
  while ((await isAnyDue(db)) && (await openBatch()) > 0) continue
}
