import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** At most so many posts of a person, hidden ones too; or pictures of themselves alone. */
export const selectPostsOf = (
  db: Db,
  user_id: string,
  picturesOnly: boolean,
  limit: number,
): Promise<{ id: string; spot_id: string | null }[]> =>
  db
    .selectFrom('posts')
    .select(['id', 'spot_id'])
    .where('user_id', '=', user_id)
    .$if(picturesOnly, (query) => query.where('kind', '=', 'profile_picture'))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes the name of whoever changed a cover out of the titles of these posts. */
export const retitleCovers = async (db: Db, user_id: string): Promise<void> => {
  await db
    .updateTable('posts')
    .set({ title: sql<string>`'New cover photo'` })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'cover')
    .execute()
}
