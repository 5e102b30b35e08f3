-- Runs of imports, and what sources gave last (docs/decisions/0108-imports-that-come-again.md).
create table import_runs (
  id uuid primary key,
  source text check (length(source) <= 80),
  dataset text not null check (length(dataset) between 1 and 120),
  file text not null check (length(file) <= 255),
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  read integer not null default 0 check (read >= 0),
  added integer not null default 0 check (added >= 0),
  known integer not null default 0 check (known >= 0),
  updated integer not null default 0 check (updated >= 0),
  same integer not null default 0 check (same >= 0),
  refused integer not null default 0 check (refused >= 0),
  conflicts integer not null default 0 check (conflicts >= 0),
  missing integer not null default 0 check (missing >= 0),
  returned integer not null default 0 check (returned >= 0),
  outcome text check (outcome in ('complete', 'partial', 'failed')),
  begun_at timestamptz(3) not null default now(),
  moved_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  check ((outcome is null) = (ended_at is null))
);
comment on table import_runs is 'Each time that the operator imported a file of spots, with what came of it.';
comment on column import_runs.source is 'The source of its first record; null until there is one.';
comment on column import_runs.dataset is 'What the file is the whole of: records of it that a later file lacks are marked.';
comment on column import_runs.outcome is
  'partial: some records could not be read, so nothing was marked as missing. Null while it runs, or when it was killed.';
comment on column import_runs.moved_at is 'When it wrote last, by which a killed run is told from one that runs.';

create table import_records (
  source text not null check (length(source) <= 80),
  source_id text not null check (length(source_id) <= 120),
  spot_id uuid not null references spots (id) on delete cascade,
  dataset text not null check (length(dataset) between 1 and 120),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  run_id uuid not null,
  seen_at timestamptz(3) not null default now(),
  missing_since timestamptz(3),
  primary key (source, source_id)
);
create index import_records_spot_idx on import_records (spot_id);
create index import_records_dataset_idx on import_records (dataset, source, source_id) where missing_since is null;
comment on table import_records is
  'What a source gave of a spot when it was imported last. The source and id of a deleted spot are in spots.';
comment on column import_records.content is 'The values of fields, compared with what it says next and with the spot.';
comment on column import_records.run_id is 'The run that saw it last.';
comment on column import_records.missing_since is 'Since when a whole file of its dataset lacks it.';

create table import_conflicts (
  id uuid primary key,
  spot_id uuid not null references spots (id) on delete cascade,
  source text not null check (length(source) <= 80),
  field text not null check (field in ('name', 'description', 'address', 'city', 'state', 'country', 'postal_code',
    'position', 'difficulty_level', 'spot_types')),
  theirs jsonb not null,
  state text not null default 'open' check (state in ('open', 'taken', 'kept', 'ended')),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by uuid references users (id) on delete set null,
  check ((state = 'open') = (decided_at is null))
);
create unique index import_conflicts_open_key on import_conflicts (spot_id, source, field) where state = 'open';
create index import_conflicts_open_idx on import_conflicts (id) where state = 'open';
create index import_conflicts_spot_idx on import_conflicts (spot_id);
create index import_conflicts_decided_idx on import_conflicts (decided_at) where decided_at is not null;
create index import_conflicts_decided_by_idx on import_conflicts (decided_by) where decided_by is not null;
comment on table import_conflicts is
  'Fields that both people and a source changed, for moderators; those of how a spot skates are fact_suggestions.';
comment on column import_conflicts.theirs is 'What the source says.';
comment on column import_conflicts.state is 'ended: the source says what the spot says, or the spot is gone.';

alter table spots add column source_missing_since timestamptz(3);
comment on column spots.source_missing_since is
  'Since when its source has it no more: it is in doubt until somebody confirms it later than that, or it is back.';

alter table spot_edits add column source text;
alter table spot_edits add constraint spot_edits_source_length
  check (source is null or length(source) <= 80 and user_id is null) not valid;
comment on column spot_edits.source is 'The source whose import changed it.';

alter table fact_suggestions add column source text;
alter table fact_suggestions add constraint fact_suggestions_source_length
  check (source is null or length(source) <= 80 and user_id is null) not valid;
create index fact_suggestions_source_idx on fact_suggestions (spot_id, source) where source is not null and state = 'open';
comment on column fact_suggestions.source is 'The source whose import says so, instead of a member.';
