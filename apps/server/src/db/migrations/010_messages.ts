import { type Kysely, sql } from 'kysely'

// Conversations of two people (docs/decisions/messages.md): one thread a pair, whichever of them began, and one side for
// each of the two. seq numbers the messages of a thread from 1; what somebody has read, or put away, is a number too.
// A side that is not accepted is a request; following the other one accepts it.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table message_threads (
      id uuid primary key,
      low_id uuid not null references users on delete cascade,
      high_id uuid not null references users on delete cascade,
      last_seq integer not null default 0 check (last_seq >= 0),
      created_at timestamptz(3) not null default now(),
      last_message_at timestamptz(3) not null default now(),
      check (low_id < high_id),
      unique (low_id, high_id)
    );
    create index message_threads_high_idx on message_threads (high_id);

    create table message_sides (
      thread_id uuid not null references message_threads on delete cascade,
      user_id uuid not null references users on delete cascade,
      other_id uuid not null references users on delete cascade,
      accepted boolean not null,
      read_seq integer not null default 0 check (read_seq >= 0),
      cleared_seq integer not null default 0 check (cleared_seq >= 0),
      unread_count integer not null default 0 check (unread_count >= 0),
      -- Nothing to see on this side: begun and not yet written in, or put away.
      is_empty boolean not null default true,
      last_message_at timestamptz(3) not null default now(),
      primary key (thread_id, user_id),
      unique (user_id, other_id),
      check (user_id <> other_id)
    );
    create index message_sides_list_idx on message_sides (user_id, accepted, last_message_at desc, thread_id desc)
      where not is_empty;
    create index message_sides_unread_idx on message_sides (user_id) where unread_count > 0;
    create index message_sides_other_idx on message_sides (other_id);

    create table messages (
      id uuid primary key,
      thread_id uuid not null references message_threads on delete cascade,
      seq integer not null check (seq > 0),
      user_id uuid not null references users on delete cascade,
      content text check (length(content) between 1 and 2000 and content = btrim(content)),
      shared text check (shared in ('spot', 'post')),
      spot_id uuid references spots on delete set null,
      post_id uuid,
      media_index smallint,
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      unique (thread_id, seq),
      foreign key (post_id, media_index) references post_media on delete set null,
      check (spot_id is null or shared = 'spot'),
      check (post_id is null or shared = 'post'),
      constraint messages_say_something check ((deleted_at is null) = (content is not null or shared is not null))
    );
    create index messages_user_idx on messages (user_id);
    create index messages_spot_idx on messages (spot_id) where spot_id is not null;
    create index messages_post_idx on messages (post_id, media_index) where post_id is not null;

    create function nollie_accept_followed() returns trigger language plpgsql as $$
      begin
        update message_sides set accepted = true
          where user_id = new.follower_id and other_id = new.following_id and not accepted;
        return null;
      end $$;
    create trigger follows_accept_messages after insert on follows
      for each row execute function nollie_accept_followed();

    alter table notifications add column thread_id uuid references message_threads on delete cascade;
    alter table notifications add check (type <> 'message_request' or (thread_id is not null and thing = thread_id));
    create index notifications_thread_idx on notifications (thread_id) where thread_id is not null;

    alter table report_cases add column message_id uuid references messages on delete set null;
    alter table report_cases drop constraint report_cases_kind_check;
    alter table report_cases
      add constraint report_cases_kind_check check (kind in ('spot', 'post', 'comment', 'user', 'message')),
      add check (message_id is null or kind = 'message'),
      add check (message_id is null or num_nonnulls(spot_id, post_id, comment_id, reported_id) = 0);
    create unique index report_cases_message_key on report_cases (message_id) where status = 'open';
  `)
    .execute(db)
}
