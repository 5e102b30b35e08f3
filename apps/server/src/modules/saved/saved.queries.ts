import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'

/** The kinds of content that people can save. */
export type SavedKind = 'posts' | 'spots'
/** A saved post or spot and when it was saved. Also the cursor for its list. */
export type SavedRow = { id: string; created_at: string }

/** Saves a post or a spot. Does nothing if it's already saved. */
export async function insertSaved(db: Db, user_id: string, kind: SavedKind, id: string): Promise<void> {
  const insert =
    kind === 'posts'
      ? db.insertInto('saved_posts').values({ user_id, post_id: id })
      : db.insertInto('saved_spots').values({ user_id, spot_id: id })
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
}

/** Removes a post or a spot from a person's saved list. */
export async function deleteSaved(db: Db, user_id: string, kind: SavedKind, id: string): Promise<void> {
  if (kind === 'posts')
    await db.deleteFrom('saved_posts').where('user_id', '=', user_id).where('post_id', '=', id).execute()
  else await db.deleteFrom('saved_spots').where('user_id', '=', user_id).where('spot_id', '=', id).execute()
}

/** Returns a person's saved posts or spots that they can still see, after a cursor, most recently saved first. */
export async function selectSaved(
  db: Db,
  user_id: string,
  kind: SavedKind,
  { after, limit }: { after: SavedRow | null; limit: number },
): Promise<SavedRow[]> {
  const me = viewerId(user_id)
  const id = sql.ref(kind === 'posts' ? 'saved.post_id' : 'saved.spot_id')
  const from =
    kind === 'posts'
      ? sql`saved_posts saved join visible_posts(${me}) p on p.id = saved.post_id`
      : sql`saved_spots saved join visible_spots(${me}) s on s.id = saved.spot_id`
  const earlier = after
    ? sql`and (saved.created_at, ${id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<SavedRow>`
    select ${id} as id, ${moment('saved.created_at')} as created_at from ${from}
    where saved.user_id = ${user_id} ${earlier}
    order by saved.created_at desc, ${id} desc limit ${limit}`.execute(db)
  return rows
}
