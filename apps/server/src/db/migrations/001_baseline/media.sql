-- Photos and videos: one row per uploaded file.

create table media (
  id uuid primary key,
  owner_id uuid references users on delete set null,
  type text not null check (type in ('image', 'video')),
  status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
  -- Stored before the first file is written under it, so a file with an unknown key can be deleted.
  key text unique check (key ~ '^[a-z2-7]{26}$'),
  -- As uploaded, and as stored.
  bytes bigint not null check (bytes > 0),
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  -- Survives a server crash, so that a file that causes crashes is eventually marked as failed.
  tries smallint not null default 0 check (tries >= 0),
  width integer check (width > 0),
  height integer check (height > 0),
  thumbhash text check (length(thumbhash) <= 64),
  duration real check (duration >= 0),
  failure text check (length(failure) <= 200),
  attached_at timestamptz(3),
  -- The collector marks a row and deletes it later, unless it was attached meanwhile.
  unwanted_since timestamptz(3),
  -- The worker that processes the file (null: none); due_at is when processing can start, or when the claim expires.
  claim uuid,
  due_at timestamptz(3) not null default now(),
  -- The photo is ready, but its largest files are still pending; its upload is stored until then.
  largest_pending boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (status = 'uploading' or status = 'failed' or key is not null),
  check (status <> 'ready' or (width is not null and height is not null and thumbhash is not null)),
  check (status <> 'ready' or (type = 'video') = (duration is not null)),
  check ((status = 'failed') = (failure is not null)),
  check (attached_at is null or status <> 'uploading'),
  check (not largest_pending or (type = 'image' and status = 'ready')),
  constraint media_claim_in_work check (claim is null or status = 'processing' or largest_pending)
);
create index media_owner_id_idx on media (owner_id, created_at);
create index media_unattached_idx on media (created_at) where attached_at is null;
create index media_unfinished_idx on media (updated_at) where status in ('uploading', 'processing');
create index media_unwanted_idx on media (unwanted_since) where unwanted_since is not null;
create index media_work_idx on media (due_at) where status = 'processing' or largest_pending;
create index media_claim_idx on media (claim) where claim is not null;
comment on table media is
  'Uploaded files from their first byte on, and their processing queue '
  '(docs/decisions/0039-fair-media-processing.md). A file belongs to one person, and at most one item of a post '
  'shows it.';

create trigger media_set_updated_at before update on media for each row execute function nollie_set_updated_at();
comment on trigger media_set_updated_at on media is
  'See nollie_set_updated_at: workers find rows that have not changed for a long time.';
create trigger media_signal after insert or update of status, claim, due_at, thumbhash, largest_pending on media
  for each row when ((new.status = 'processing' or new.largest_pending) and new.claim is null)
  execute function nollie_signal_work();
comment on trigger media_signal on media is 'Wakes the media workers when the statement that queued a file commits.';

create table upload_parts (
  media_id uuid not null references media on delete cascade,
  start bigint not null check (start >= 0),
  bytes integer not null check (bytes > 0),
  file text not null,
  primary key (media_id, start)
);
comment on table upload_parts is
  'Which bytes of an upload have arrived, and which stored file they are in (docs/decisions/0063-storage.md). A part '
  'counts once its row is here, whichever server stored it.';

create table media_turns (
  owner_id uuid not null references users on delete cascade,
  lane text not null check (lane in ('quick', 'encode', 'largest')),
  served_at timestamptz(3) not null,
  primary key (owner_id, lane)
);
comment on table media_turns is 'When a person''s file was last processed: the person who has waited longest is next.';
