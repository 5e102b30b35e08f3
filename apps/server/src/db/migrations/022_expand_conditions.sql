create table bust_reports (
  spot_id uuid not null references spots (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  outcome text not null check (outcome in ('peace', 'kicked_out')),
  by_whom text check (by_whom in ('guard', 'police', 'neighbour', 'other')),
  how text check (how in ('asked', 'ticket')),
  created_at timestamptz(3) not null default now(),
  primary key (spot_id, user_id, day),
  check (outcome = 'kicked_out' or num_nonnulls(by_whom, how) = 0)
);
create index bust_reports_user_idx on bust_reports (user_id);
create index bust_reports_day_idx on bust_reports (day);
comment on table bust_reports is
  'Whether people got kicked out, one report per person, spot, and day (docs/decisions/0100-bust-clock.md).';
comment on column bust_reports.day is 'The local date at the spot; the hour is also local.';

create table bust_clocks (
  spot_id uuid primary key references spots (id) on delete cascade,
  time_zone text not null check (length(time_zone) between 1 and 60),
  sessions smallint[] not null check (cardinality(sessions) = 168),
  kicked smallint[] not null check (cardinality(kicked) = 168),
  chances smallint[] not null check (cardinality(chances) = 168),
  certainties smallint[] not null check (cardinality(certainties) = 168),
  windows jsonb not null check (jsonb_typeof(windows) = 'array'),
  holidays date[] not null,
  holidays_until date not null,
  counted_at timestamptz(3) not null default now()
);
create index bust_clocks_holidays_idx on bust_clocks (holidays_until);
comment on table bust_clocks is
  'Statistics of a spot for each hour of the week, starting Monday at 0:00: sums of the reports, and values derived '
  'from them.';
comment on column bust_clocks.sessions is
  'Reports by people who are not hidden, by hour; those from holidays count as Sundays.';
comment on column bust_clocks.chances is 'Chance of getting kicked out, in percent.';
comment on column bust_clocks.certainties is
  'The share of the chance that comes from reports instead of the type of spot, in percent.';
comment on column bust_clocks.holidays is
  'The country''s public holidays until holidays_until, which count as Sundays.';

create table bust_changes (
  id bigint generated always as identity primary key,
  spot_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table bust_changes is 'Queue of spots whose reports changed since their statistics were computed.';
create trigger bust_changes_signal after insert on bust_changes for each statement execute function nollie_signal_work();
comment on trigger bust_changes_signal on bust_changes is 'Starts the rollup at commit.';

create function nollie_queue_bust_changes() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from changed;
    return null;
  end $$;
comment on function nollie_queue_bust_changes() is
  'Queues the spots of added, changed, or deleted reports. In the database because reports are also deleted with '
  'people and spots.';
create trigger bust_reports_queue_insert after insert on bust_reports referencing new table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_insert on bust_reports is 'A person reported how a session ended.';
create trigger bust_reports_queue_update after update on bust_reports referencing new table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_update on bust_reports is 'A person corrected a report.';
create trigger bust_reports_queue_delete after delete on bust_reports referencing old table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_delete on bust_reports is
  'A report was withdrawn, expired, or deleted with the person.';

create function nollie_queue_bust_changes_of_person() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from bust_reports where user_id = new.user_id;
    return null;
  end $$;
comment on function nollie_queue_bust_changes_of_person() is
  'Queues the spots that a person reported on. In the database because hiding a person changes these sums.';
create trigger profiles_queue_busts after update on profiles for each row
  when (old.is_hidden <> new.is_hidden) execute function nollie_queue_bust_changes_of_person();
comment on trigger profiles_queue_busts on profiles is 'Reports by hidden people do not count.';

create function nollie_queue_bust_changes_of_spot() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select new.id where exists (select from bust_clocks where spot_id = new.id);
    return null;
  end $$;
comment on function nollie_queue_bust_changes_of_spot() is
  'Queues a spot whose type or position changed. In the database because several writers change spots.';
create trigger spots_queue_busts after update of spot_types, latitude, longitude, country on spots for each row
  when (old.spot_types is distinct from new.spot_types or old.latitude <> new.latitude or old.longitude <> new.longitude
    or old.country is distinct from new.country)
  execute function nollie_queue_bust_changes_of_spot();
comment on trigger spots_queue_busts on spots is
  'The default by type, the time zone, and the holidays depend on the spot.';

create table weather_cells (
  cell bigint primary key,
  asked_at timestamptz(3) not null,
  fetched_at timestamptz(3),
  hours jsonb not null default '[]' check (jsonb_typeof(hours) = 'array'),
  wet_fast tstzmultirange not null default '{}',
  wet_normal tstzmultirange not null default '{}',
  wet_slow tstzmultirange not null default '{}'
);
create index weather_cells_asked_idx on weather_cells (asked_at);
comment on table weather_cells is
  'The weather of squares of about ten kilometers, for some hours (docs/decisions/0103-skateable-now.md). Contains '
  'no one''s position.';
comment on column weather_cells.cell is 'The first 24 bits of the qk of its spots.';
comment on column weather_cells.asked_at is 'When the service was last called, successfully or not.';
comment on column weather_cells.fetched_at is 'When it last responded; null if never.';
comment on column weather_cells.hours is
  'Hours from two days before to one day after: start, rain, temperature, humidity, wind, sun.';
comment on column weather_cells.wet_fast is
  'When fast-drying ground is wet; the other columns are for normal and slow-drying ground.';
