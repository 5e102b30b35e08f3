-- Import runs, and the last values from each source (docs/decisions/0108-imports-that-come-again.md).
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
comment on table import_runs is 'Imports of spot files by the operator, with their results.';
comment on column import_runs.source is 'The source of its first record; null before the first record.';
comment on column import_runs.dataset is
  'The dataset that the file contains completely: records missing from a later file are marked.';
comment on column import_runs.outcome is
  'partial: some records were unreadable, so none were marked as missing. Null while it runs, or if it was killed.';
comment on column import_runs.moved_at is 'When it last wrote, to distinguish a killed run from a running one.';

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
  'The values of a spot at its source in the last import. The source and id of a deleted spot are in spots.';
comment on column import_records.content is 'The values of fields, compared with the next import and with the spot.';
comment on column import_records.run_id is 'The run that last contained it.';
comment on column import_records.missing_since is 'Since when a complete file of its dataset lacks it.';

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
  'Fields that both people and a source changed, for moderators; conflicts about facts are in fact_suggestions.';
comment on column import_conflicts.theirs is 'The source''s value.';
comment on column import_conflicts.state is 'ended: the source agrees with the spot, or the spot no longer exists.';

alter table spots add column source_missing_since timestamptz(3);
comment on column spots.source_missing_since is
  'Since when the source no longer has it: it is unconfirmed until a later confirmation, or until it is back.';

alter table spot_edits add column source text;
alter table spot_edits add constraint spot_edits_source_length
  check (source is null or length(source) <= 80 and user_id is null) not valid;
comment on column spot_edits.source is 'The source whose import changed it.';

alter table fact_suggestions add column source text;
alter table fact_suggestions add constraint fact_suggestions_source_length
  check (source is null or length(source) <= 80 and user_id is null) not valid;
create index fact_suggestions_source_idx on fact_suggestions (spot_id, source) where source is not null and state = 'open';
comment on column fact_suggestions.source is 'The source whose import made the change, instead of a member.';
