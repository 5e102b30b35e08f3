create table drafts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy real check (accuracy >= 0),
  note text check (length(note) between 1 and 500),
  taken_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(latitude, longitude) in (0, 2)),
  check (accuracy is null or latitude is not null)
);
create index drafts_user_idx on drafts (user_id, taken_at desc, id desc);
comment on table drafts is
  'Photos with their position that a person can share as spots later; only visible to them '
  '(docs/decisions/0094-drafts.md).';
comment on column drafts.accuracy is 'Accuracy radius in meters; null if unknown, or if the person set the pin.';
comment on column drafts.taken_at is 'When the photo was taken, possibly offline.';

create table draft_media (
  draft_id uuid not null references drafts (id) on delete cascade,
  media_index smallint not null check (media_index >= 0),
  media_id uuid not null unique references media (id),
  primary key (draft_id, media_index)
);
comment on table draft_media is
  'The files of drafts. None of them has a post: the draft is deleted in the transaction that creates one.';
