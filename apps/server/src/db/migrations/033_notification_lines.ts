import { type Kysely, sql } from 'kysely'

// Notifications by day and line: the list steps from one line to the next, however many rows a line has. Replaces the
// indexes that went through rows.
//
// The index of an item's list of likes begins with an expression, so that only that list can use it. Where items have one
// like on average, or nothing is analyzed yet, the planner took it to look up one person's like: it cost as much as the
// primary key in its sums, and went through 20,000 likes of a viral item.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`create index notifications_line_idx
    on notifications (user_id, day desc, type, thing, media_index, created_at desc, id desc)`.execute(db)
  await sql`drop index notifications_list_idx`.execute(db)
  await sql`drop index notifications_group_idx`.execute(db)
  await sql`drop index likes_list_idx`.execute(db)
  await sql`create index likes_list_idx
    on likes (uuid_send(post_id), media_index, created_at desc, id desc)`.execute(db)
}
