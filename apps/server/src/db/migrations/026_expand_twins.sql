-- Duplicates: two spots that are the same place (docs/decisions/0107-twins.md).

alter table media add column picture_hash bigint;
comment on column media.picture_hash is
  'A 64-bit perceptual hash of the image: similar images differ in few bits. Null if not computed yet. Only compared '
  'in the database.';

create table spot_forwards (
  from_id uuid primary key,
  to_id uuid not null references spots (id) on delete cascade,
  merged_at timestamptz(3) not null default now(),
  check (from_id <> to_id)
);
create index spot_forwards_to_idx on spot_forwards (to_id);
comment on table spot_forwards is
  'Redirects from merged spots. Outlives the merged spot itself, and is deleted with the remaining one.';

create table twin_queue (
  spot_id uuid primary key references spots (id) on delete cascade
);
comment on table twin_queue is 'New or changed spots, until the nightly job has compared them with spots nearby.';

create table twin_progress (
  work text primary key check (work in ('spots', 'pictures')),
  done_until uuid not null
);
comment on table twin_progress is
  'Progress of the nightly job through older spots: the last id it has processed. It goes through all of them once.';

create table twin_pairs (
  spot_id uuid not null references spots (id) on delete cascade,
  other_id uuid not null references spots (id) on delete cascade,
  likeness real not null,
  metres real not null,
  same_picture boolean not null default false,
  state text not null default 'open' check (state in ('open', 'dismissed')),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz(3),
  found_at timestamptz(3) not null default now(),
  primary key (spot_id, other_id),
  check (spot_id < other_id)
);
create index twin_pairs_open_idx on twin_pairs (likeness desc, spot_id, other_id) where state = 'open';
create index twin_pairs_other_idx on twin_pairs (other_id);
create index twin_pairs_decided_idx on twin_pairs (decided_by) where decided_by is not null;
comment on table twin_pairs is
  'Spots that are probably duplicates, found by the nightly job: a work list. A dismissed pair is never suggested '
  'again.';

create table spot_merges (
  id uuid primary key,
  spot_id uuid not null references spots (id) on delete cascade,
  from_id uuid not null unique references spots (id) on delete cascade,
  merged_by uuid references users (id) on delete set null,
  audience text not null,
  taken jsonb not null check (jsonb_typeof(taken) = 'object'),
  merged_at timestamptz(3) not null default now(),
  check (spot_id <> from_id)
);
create index spot_merges_spot_idx on spot_merges (spot_id);
create index spot_merges_old_idx on spot_merges (merged_at);
create index spot_merges_by_idx on spot_merges (merged_by) where merged_by is not null;
comment on table spot_merges is
  'Merges of spots that can be undone: `from_id` became `spot_id`. Undone ones are deleted.';
comment on column spot_merges.audience is 'The common audience of both at the time of the merge.';
comment on column spot_merges.taken is 'Columns that the remaining spot lacked and took from the merged one.';

create table merge_moves (
  merge_id uuid not null references spot_merges (id) on delete cascade,
  kind text not null,
  row_id uuid not null,
  user_id uuid references users (id) on delete cascade,
  was jsonb
);
create index merge_moves_merge_idx on merge_moves (merge_id, kind);
create index merge_moves_user_idx on merge_moves (user_id) where user_id is not null;
comment on table merge_moves is
  'Content of the merged spot: rows by kind and id, or by their owner. Content added later is not listed, and stays.';

create function nollie_queue_twins() returns trigger language plpgsql as $$
  begin
    insert into twin_queue (spot_id) select id from changed where deleted_at is null order by id on conflict do nothing;
    return null;
  end $$;
comment on function nollie_queue_twins() is
  'Queues new spots, whichever statement added them; the nightly job compares them with spots nearby.';
create trigger spots_queue_twins after insert on spots referencing new table as changed
  for each statement execute function nollie_queue_twins();
comment on trigger spots_queue_twins on spots is 'A new spot may be a duplicate of another.';

create function nollie_queue_changed_twin() returns trigger language plpgsql as $$
  begin
    insert into twin_queue (spot_id) values (new.id) on conflict do nothing;
    return null;
  end $$;
comment on function nollie_queue_changed_twin() is 'Queues a spot that has changed.';
create trigger spots_queue_changed_twin after update of name, latitude, longitude, spot_types, cover_media_id, deleted_at on spots
  for each row when (new.deleted_at is null and (old.name, old.latitude, old.longitude, old.spot_types, old.cover_media_id, old.deleted_at)
    is distinct from (new.name, new.latitude, new.longitude, new.spot_types, new.cover_media_id, new.deleted_at))
  execute function nollie_queue_changed_twin();
comment on trigger spots_queue_changed_twin on spots is 'A renamed or moved spot may be a duplicate of another.';

alter table spot_edits drop constraint spot_edits_action_check;
alter table spot_edits add constraint spot_edits_action_check
  check (action in ('edit', 'status', 'cover', 'delete', 'restore', 'merge', 'unmerge')) not valid;

alter table moderation_log drop constraint moderation_log_act_check;
alter table moderation_log add constraint moderation_log_act_check check (act in ('decided', 'deleted', 'restored', 'suspended',
  'let_in', 'upheld', 'reversed', 'merged', 'unmerged')) not valid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed, new, changed, and merged spots, and recoveries, people send
-- all others.
alter table notifications add constraint notifications_sender check ((from_user_id is null) = (type in ('report_outcome',
  'spot_removed', 'account_recovery', 'spot_near', 'spot_state', 'spot_merged'))) not valid;
