import { type Kysely, sql } from 'kysely'

// Whoever starts a discussion hears of what is said in it.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table notifications
      drop constraint notifications_type_check,
      add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
        'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment')),
      add constraint notifications_discussion_comment_named check (type <> 'discussion_comment'
        or (discussion_id is not null and thing = discussion_id and discussion_comment_id is not null));
  `)
    .execute(db)
}
