import { type Kysely, sql } from 'kysely'

// What a person said on one item, with all that is read of it: a look for a blocked person stays inside the index. That of
// 032 compared its expression at each look, which took three times as long, and went on to the table.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`drop index comments_item_user_idx`.execute(db)
  await sql`create index comments_person_item_idx on comments (user_id, post_id, media_index)
    include (id, hidden_at) where post_id is not null`.execute(db)
}
