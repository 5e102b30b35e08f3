-- Files with spots that admins upload (docs/decisions/0138-import-files-in-the-browser.md).
create table import_files (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  arrived bigint not null default 0 check (arrived between 0 and bytes),
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'ready', 'refused')),
  round integer not null default 0 check (round >= 0),
  read integer not null default 0 check (read >= 0),
  problem text check (length(problem) between 1 and 500),
  source text check (length(source) between 1 and 80),
  licence text check (length(licence) between 1 and 80),
  url text check (length(url) between 1 and 300),
  preview jsonb check (jsonb_typeof(preview) = 'object'),
  box jsonb check (jsonb_typeof(box) = 'object'),
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  parts integer check (parts >= 0),
  area_id uuid,
  uploaded_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  moved_at timestamptz(3) not null default now(),
  check ((state = 'ready') = (preview is not null)),
  check (preview is null or file_hash is not null and parts is not null),
  check (state = 'refused' or problem is null)
);
create index import_files_moved_idx on import_files (moved_at);
create index import_files_uploaded_by_idx on import_files (uploaded_by) where uploaded_by is not null;
comment on table import_files is 'Files with spots that admins upload. Their bytes are in the storage, under imports.';
comment on column import_files.round is 'Counts the readings, so that an outdated one stores nothing.';
comment on column import_files.read is 'Records read so far.';
comment on column import_files.box is 'The surroundings of its spots: west, south, east, north.';
comment on column import_files.parts is 'Parts of 1,000 records, each of which is stored in one transaction.';
comment on column import_files.area_id is 'Its last import. It can be deleted before the file.';
comment on column import_files.moved_at is 'Its last change; it expires a week later.';

comment on column import_areas.server is 'The Overpass server''s host; file: for an uploaded file.';
comment on column import_areas.area is
  'country:ES, town:41.38,2.17, box:west,south,east,north, or file:id for an uploaded file.';
comment on column import_tiles.state is
  'split: it was too large for one request, so its quarters are tiles, too. The tiles of a file are parts of it.';
alter table import_areas drop constraint import_areas_reason_check;
alter table import_areas add constraint import_areas_reason_check
  check (reason in ('unreachable', 'busy', 'not_overpass', 'denied', 'no_boundary', 'failed', 'no_file')) not valid;
