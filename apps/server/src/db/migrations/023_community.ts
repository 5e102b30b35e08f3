import { type Kysely, sql } from 'kysely'

// Whoever starts a discussion hears of what is said in it. Posts and spots are saved for later, for oneself alone.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table notifications
      drop constraint notifications_type_check,
      add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
        'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment')),
      add constraint notifications_discussion_comment_named check (type <> 'discussion_comment'
        or (discussion_id is not null and thing = discussion_id and discussion_comment_id is not null));

    create table saved_posts (
      user_id uuid not null references users on delete cascade,
      post_id uuid not null references posts on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, post_id)
    );
    create index saved_posts_list_idx on saved_posts (user_id, created_at desc, post_id desc);
    create index saved_posts_post_idx on saved_posts (post_id);

    create table saved_spots (
      user_id uuid not null references users on delete cascade,
      spot_id uuid not null references spots on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, spot_id)
    );
    create index saved_spots_list_idx on saved_spots (user_id, created_at desc, spot_id desc);
    create index saved_spots_spot_idx on saved_spots (spot_id);
  `)
    .execute(db)
}
