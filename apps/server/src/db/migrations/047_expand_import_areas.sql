-- Imports of areas from OpenStreetMap, tile by tile (docs/decisions/0135-skateparks-from-openstreetmap.md).
create table import_areas (
  id uuid primary key,
  run_id uuid not null references import_runs (id),
  area text not null check (length(area) between 1 and 120),
  label text check (length(label) between 1 and 120),
  server text not null check (length(server) between 1 and 255),
  state text not null default 'running'
    check (state in ('running', 'stopped', 'cancelled', 'complete', 'partial', 'undoing', 'undone')),
  reason text check (reason in ('unreachable', 'busy', 'not_overpass', 'denied', 'no_boundary', 'failed')),
  failures integer not null default 0 check (failures >= 0),
  refusals jsonb not null default '{}' check (jsonb_typeof(refusals) = 'object'),
  removed integer not null default 0 check (removed >= 0),
  stays jsonb not null default '{}' check (jsonb_typeof(stays) = 'object'),
  started_by uuid references users (id) on delete set null,
  worker uuid,
  worked_at timestamptz(3) not null default now(),
  waits_until timestamptz(3),
  begun_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((reason is not null) = (state = 'stopped')),
  check ((ended_at is null) = (state = 'running'))
);
create unique index import_areas_unfinished_key on import_areas (area) where state = 'running';
create index import_areas_run_idx on import_areas (run_id);
create index import_areas_started_by_idx on import_areas (started_by) where started_by is not null;
comment on table import_areas is 'Imports of an area''s skateparks from OpenStreetMap. Their counts are in import_runs.';
comment on column import_areas.area is 'country:ES, town:41.38,2.17, or box:west,south,east,north.';
comment on column import_areas.failures is 'Requests in a row that failed because of the server.';
comment on column import_areas.refusals is 'Numbers of records that were refused, by reason.';
comment on column import_areas.stays is 'After an undo: numbers of spots that stay, by reason.';
comment on column import_areas.worker is 'The process that works on it; another one may take over when worked_at is old.';
comment on column import_areas.waits_until is 'Until when no request may be sent, because the server is busy.';

create table import_tiles (
  area_id uuid not null references import_areas (id) on delete cascade,
  number integer not null check (number >= 0),
  west double precision not null check (west between -180 and 180),
  south double precision not null check (south between -90 and 90),
  east double precision not null check (east between -180 and 180),
  north double precision not null check (north between -90 and 90),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'split')),
  failures integer not null default 0 check (failures >= 0),
  found integer not null default 0 check (found >= 0),
  primary key (area_id, number)
);
comment on table import_tiles is 'Parts of an import''s area, each of which is one request.';
comment on column import_tiles.state is 'split: it was too large for one request, so its quarters are tiles, too.';
comment on column import_tiles.failures is 'Requests for it that failed because of the server.';

alter table import_records add column added_run_id uuid;
create index import_records_added_idx on import_records (added_run_id, spot_id) where added_run_id is not null;
comment on column import_records.added_run_id is
  'The run that added its spot; null if unknown, as for records imported before this.';

alter table moderation_log drop constraint moderation_log_act_check;
alter table moderation_log add constraint moderation_log_act_check check (act in ('decided', 'deleted', 'restored',
  'suspended', 'let_in', 'upheld', 'reversed', 'merged', 'unmerged', 'named_steward', 'ended_steward', 'set_area',
  'removed_area', 'pinned', 'unpinned', 'applied_facts', 'ended_settlement', 'imported_area', 'cancelled_import',
  'retried_import', 'undid_import')) not valid;
