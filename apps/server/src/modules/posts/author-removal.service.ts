import type { Db } from '../../db/open.ts'
import { removeWhole, type SpotSide } from './remove-post.service.ts'
import { retitleCovers, selectPostsOf } from './author-removal.queries.ts'
import { lockAnyPost } from './edit-post.queries.ts'

const BATCH = 200

/**
 * Removes what a person posted, hidden posts too, one at a time; or, when they leave their content behind, the pictures of
 * themselves alone, and their name from titles that were made of it. Their files follow when nothing else shows them.
 */
export const removePostsOf = async (
  db: Db,
  spots: SpotSide,
  user_id: string,
  { picturesOnly }: { picturesOnly: boolean },
): Promise<void> => {
  for (let ids = await selectPostsOf(db, user_id, picturesOnly, BATCH); ids.length > 0; ) {
    for (const { id, spot_id } of ids) {
      await db.transaction().execute(async (tx) => {
        if (spot_id) await spots.lock(tx, spot_id)
        const post = await lockAnyPost(tx, id)
        if (post) await removeWhole(tx, spots, post)
      })
    }
    ids = await selectPostsOf(db, user_id, picturesOnly, BATCH)
  }
  if (picturesOnly) await retitleCovers(db, user_id)
}
