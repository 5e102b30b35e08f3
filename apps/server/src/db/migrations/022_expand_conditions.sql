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
  'Whether people skated in peace, one voice for each person, spot and day (docs/decisions/0100-bust-clock.md).';
comment on column bust_reports.day is 'The day of the session where the spot is, and so is the hour.';

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
  'What is known of a spot at each hour of the week, Monday 0 o''clock first: sums of the reports, and what follows from them.';
comment on column bust_clocks.sessions is 'Reports of people who are not hidden, by hour; those of holidays are among those of Sundays.';
comment on column bust_clocks.chances is 'Of being kicked out, in percent.';
comment on column bust_clocks.certainties is 'The part of the chance that comes from reports and not from the kind of spot, in percent.';
comment on column bust_clocks.holidays is 'Public holidays of the country until holidays_until, which count as Sundays.';

create table bust_changes (
  id bigint generated always as identity primary key,
  spot_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table bust_changes is 'Queue of spots whose reports changed since their clock was counted.';
create trigger bust_changes_signal after insert on bust_changes for each statement execute function nollie_signal_work();
comment on trigger bust_changes_signal on bust_changes is 'Begins the rollup at the commit.';

create function nollie_queue_bust_changes() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from changed;
    return null;
  end $$;
comment on function nollie_queue_bust_changes() is
  'Queues the spots of reports that came, changed or went. In the database because they also go with people and spots.';
create trigger bust_reports_queue_insert after insert on bust_reports referencing new table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_insert on bust_reports is 'Somebody said how a session ended.';
create trigger bust_reports_queue_update after update on bust_reports referencing new table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_update on bust_reports is 'Somebody corrected it.';
create trigger bust_reports_queue_delete after delete on bust_reports referencing old table as changed
  for each statement execute function nollie_queue_bust_changes();
comment on trigger bust_reports_queue_delete on bust_reports is 'It was taken back, grew old, or went with the person.';

create function nollie_queue_bust_changes_of_person() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select distinct spot_id from bust_reports where user_id = new.user_id;
    return null;
  end $$;
comment on function nollie_queue_bust_changes_of_person() is
  'Queues the spots of which a person reported. In the database because hiding a person changes these sums.';
create trigger profiles_queue_busts after update on profiles for each row
  when (old.is_hidden <> new.is_hidden) execute function nollie_queue_bust_changes_of_person();
comment on trigger profiles_queue_busts on profiles is 'Reports of hidden people do not count.';

create function nollie_queue_bust_changes_of_spot() returns trigger language plpgsql as $$
  begin
    insert into bust_changes (spot_id) select new.id where exists (select from bust_clocks where spot_id = new.id);
    return null;
  end $$;
comment on function nollie_queue_bust_changes_of_spot() is
  'Queues a spot whose kind or place changed. In the database because several writers change spots.';
create trigger spots_queue_busts after update of spot_types, latitude, longitude, country on spots for each row
  when (old.spot_types is distinct from new.spot_types or old.latitude <> new.latitude or old.longitude <> new.longitude
    or old.country is distinct from new.country)
  execute function nollie_queue_bust_changes_of_spot();
comment on trigger spots_queue_busts on spots is
  'The guess by kind, the time zone and the holidays of a clock follow from its spot.';

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
  'The weather of squares of some ten kilometres, for some hours (docs/decisions/0103-skateable-now.md). Nobody''s position.';
comment on column weather_cells.cell is 'The first 24 bits of the qk of its spots.';
comment on column weather_cells.asked_at is 'When the service was asked last, also in vain.';
comment on column weather_cells.fetched_at is 'When it last answered; null: never.';
comment on column weather_cells.hours is 'Hours of two days before and one after: beginning, rain, temperature, humidity, wind, sun.';
comment on column weather_cells.wet_fast is 'When ground that dries fast is wet; the others, when usual ground and ground that dries slowly is.';
