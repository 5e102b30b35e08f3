-- Notifications about other people's actions on a person's content (docs/decisions/0016-notifications.md).

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  type text not null constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
    'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment',
    'comment_removed')),
  from_user_id uuid references users on delete cascade,
  -- The target, which together with type and day identifies an entry in the list: the post, comment, spot, discussion,
  -- case, or thread; for a follow, the followed person.
  target_id uuid not null,
  media_index smallint not null default 0,
  post_id uuid,
  comment_id uuid references comments on delete cascade,
  spot_id uuid references spots on delete cascade,
  case_id uuid references report_cases on delete cascade,
  discussion_id uuid references discussions on delete cascade,
  thread_id uuid references message_threads on delete cascade,
  day date not null default (now() at time zone 'UTC')::date,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  foreign key (post_id, media_index) references post_media on delete cascade,
  constraint notifications_not_to_oneself check (user_id <> from_user_id),
  -- Moderation sends notifications about reports and removed spots, people send all others.
  constraint notifications_sender check ((from_user_id is null) = (type in ('report_outcome', 'spot_removed'))),
  constraint notifications_like_named check (type <> 'like'
    or (num_nonnulls(post_id, discussion_id) = 1 and target_id = coalesce(post_id, discussion_id))),
  constraint notifications_comment_named check (type <> 'comment' or (post_id is not null and target_id = post_id)),
  constraint notifications_comment_there
    check (type not in ('comment', 'comment_reply', 'comment_like') or comment_id is not null),
  constraint notifications_mention_somewhere
    check (type <> 'mention' or num_nonnulls(post_id, discussion_id) = 1),
  constraint notifications_follow_named check (type <> 'follow' or target_id = user_id),
  constraint notifications_spot_removed_named
    check (type <> 'spot_removed' or (spot_id is not null and target_id = spot_id)),
  constraint notifications_report_outcome_named
    check (type <> 'report_outcome' or (case_id is not null and target_id = case_id)),
  constraint notifications_message_request_named
    check (type <> 'message_request' or (thread_id is not null and target_id = thread_id)),
  constraint notifications_discussion_comment_named check (type <> 'discussion_comment'
    or (discussion_id is not null and target_id = discussion_id and comment_id is not null)),
  constraint notifications_comment_removed_named
    check (type <> 'comment_removed' or (discussion_id is not null and target_id = discussion_id)),
  -- At most one row per sender, type, target, and day.
  constraint notifications_once_a_day
    unique nulls not distinct (from_user_id, user_id, type, target_id, media_index, day)
);
-- A text mentions a person once, however often it is edited.
create unique index notifications_mention_key on notifications (from_user_id, user_id, target_id)
  where type = 'mention';
-- The list skips from entry to entry, however many rows one has.
create index notifications_line_idx
  on notifications (user_id, day desc, type, target_id, media_index, created_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;
create index notifications_post_idx on notifications (post_id, media_index) where post_id is not null;
create index notifications_comment_idx on notifications (comment_id) where comment_id is not null;
create index notifications_spot_idx on notifications (spot_id) where spot_id is not null;
create index notifications_case_idx on notifications (case_id) where case_id is not null;
create index notifications_thread_idx on notifications (thread_id) where thread_id is not null;
create index notifications_discussion_idx on notifications (discussion_id) where discussion_id is not null;
create index notifications_created_idx on notifications using brin (created_at);
comment on table notifications is
  'Notifications of people. A row is deleted with its cause. Those about likes are inserted by '
  'nollie_rollup_counters, because they would slow down a like.';

create table notification_mutes (
  user_id uuid not null references users on delete cascade,
  type text not null,
  primary key (user_id, type)
);
comment on table notification_mutes is 'Types of notifications that a person turned off.';
