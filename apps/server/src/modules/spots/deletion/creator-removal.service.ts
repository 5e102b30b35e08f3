import type { Db } from '../../../db/open.ts'
import { purgePostsOf, publishPostEvent } from '../../posts/index.ts'
import { lockAnySpot } from '../edit/edit-spot.queries.ts'
import { deleteSpot, leaveTombstone, markDeleted } from './remove-spot.queries.ts'
import { clearDescriptions, isStillLonely, selectLonelySpots } from './creator-removal.queries.ts'
import { forgetPositionsOf } from '../positions/positions.queries.ts'

const BATCH = 100

/**
 * Permanently deletes a person's spots, with their posts, if no one else posted there or changed anything. Other spots
 * stay for the community, but lose exact positions that not all members could see.
 */
export async function removeLonelySpotsOf(db: Db, user_id: string): Promise<void> {
  for (let spots = await selectLonelySpots(db, user_id, BATCH); spots.length > 0; ) {
    for (const { id, source } of spots) {
      await db.transaction().execute(async (tx) => {
        const spot = await lockAnySpot(tx, id)
        // Someone else may have posted there after the query.
        if (!spot || !(await isStillLonely(tx, user_id, id))) return
        if (spot.deleted_at === null) {
          await markDeleted(tx, id, user_id)
          await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: id })
        }
        await purgePostsOf(tx, id)
        if (source === null) await deleteSpot(tx, id)
        else await leaveTombstone(tx, id)
      })
    }
    spots = await selectLonelySpots(db, user_id, BATCH)
  }
  await forgetPositionsOf(db, user_id)
}

/** Deletes descriptions that a person wrote for spots that remain, even if moderators hid them. */
export async function removeDescriptionsOf(db: Db, user_id: string): Promise<void> {
  while ((await clearDescriptions(db, user_id, BATCH)) > 0) continue
}
