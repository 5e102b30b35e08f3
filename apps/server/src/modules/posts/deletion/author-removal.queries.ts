import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'

/** Returns up to `limit` of a person's posts, including hidden ones, or only their profile pictures. */
export function selectPostsOf(
  db: Db,
  user_id: string,
  picturesOnly: boolean,
  limit: number,
): Promise<{ id: string; spot_id: string | null }[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'spot_id'])
    .where('user_id', '=', user_id)
    .$if(picturesOnly, (query) => query.where('kind', '=', 'profile_picture'))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes a person's name from the titles of their cover posts. */
export async function retitleCovers(db: Db, user_id: string): Promise<void> {
  await db
    .updateTable('posts')
    .set({ title: sql<string>`'New cover photo'` })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'cover')
    .execute()
}
