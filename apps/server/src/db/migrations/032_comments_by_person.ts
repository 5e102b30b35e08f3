import { type Kysely, sql } from 'kysely'

// The comments of one person on one item: what a block takes from its count is looked up from the blocked people's side.
// The expression keeps the planner from taking the index of an item's list instead, see 033.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`create index comments_item_user_idx on comments (uuid_send(post_id), media_index, user_id)`.execute(
    db,
  )
}
