import type { Db } from '../../../db/open.ts'
import { removeWhole, type SpotHooks } from './remove-post.service.ts'
import { retitleCovers, selectPostsOf } from './author-removal.queries.ts'
import { lockAnyPost } from '../lock-posts.queries.ts'

const BATCH = 200

/**
 * Deletes a person's posts one at a time, including hidden ones. If their content stays, deletes only the profile
 * pictures and removes their name from titles. The collector deletes the files.
 */
export async function removePostsOf(
  db: Db,
  spots: SpotHooks,
  user_id: string,
  { picturesOnly }: { picturesOnly: boolean },
): Promise<void> {
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
