-- Open data that anyone can download and reuse (docs/decisions/0137-open-data.md).
create table open_data_files (
  id uuid primary key,
  license text check (license in ('ODbL-1.0', 'CC0-1.0')),
  spots integer not null check (spots >= 0),
  bytes bigint not null check (bytes > 0),
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  made_at timestamptz(3) not null
);
comment on table open_data_files is 'The file with all open data: one row, and another one while the next file replaces it.';
comment on column open_data_files.license is 'The license of members'' spot data in the file; null if it has only imported spots.';
comment on column open_data_files.sources is 'The sources of its spots, as in the contract.';
comment on column open_data_files.made_at is 'When reading its spots began.';

create table member_license (
  license text primary key check (license in ('ODbL-1.0', 'CC0-1.0')),
  chosen_at timestamptz(3) not null default now()
);
create unique index member_license_once on member_license ((true));
comment on table member_license is
  'The license that the operator chose for spot data that members add. It never changes, because members accepted it.';

-- A file notices by this that a spot was deleted for good, because nothing else remains of it.
create sequence spot_removals;
comment on sequence spot_removals is 'Counts the spots that were deleted for good.';
alter table open_data_files add column removals bigint not null default 0;
comment on column open_data_files.removals is 'The value of spot_removals when reading its spots began.';

create function nollie_count_spot_removal() returns trigger language plpgsql as $$
  begin
    perform nextval('spot_removals');
    return null;
  end $$;
comment on function nollie_count_spot_removal() is
  'Counts a spot that was deleted for good. In the database because spots are also deleted by foreign keys.';
create constraint trigger spots_count_removal after delete or update of purged_at on spots
  deferrable initially deferred for each row execute function nollie_count_spot_removal();
comment on trigger spots_count_removal on spots is
  'Deferred to the commit, so that a file that is made meanwhile has counted what it could not see.';
