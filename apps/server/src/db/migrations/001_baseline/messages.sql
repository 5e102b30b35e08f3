-- Conversations between two people (docs/decisions/0017-message-threads.md).

create table message_threads (
  id uuid primary key,
  low_id uuid not null references users on delete cascade,
  high_id uuid not null references users on delete cascade,
  -- Messages in a thread are numbered from 1; how far a person has read or cleared it is stored as such a number.
  last_seq integer not null default 0 check (last_seq >= 0),
  created_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3) not null default now(),
  check (low_id < high_id),
  unique (low_id, high_id)
);
create index message_threads_high_idx on message_threads (high_id);
comment on table message_threads is 'One thread per pair of people, whichever of them started it.';

create table message_sides (
  thread_id uuid not null references message_threads on delete cascade,
  user_id uuid not null references users on delete cascade,
  other_id uuid not null references users on delete cascade,
  -- False for a request; following the other person accepts it.
  accepted boolean not null,
  read_seq integer not null default 0 check (read_seq >= 0),
  cleared_seq integer not null default 0 check (cleared_seq >= 0),
  unread_count integer not null default 0 check (unread_count >= 0),
  -- Nothing to show on this side: started without a message, or cleared.
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
comment on table message_sides is 'A thread as each of its two people sees it.';

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
comment on table messages is 'Messages, each with an optional spot or post. A deleted message leaves its number.';
