-- Stewards: people that admins appoint for an area (docs/decisions/0109-stewards.md). Without PostGIS: a polygon in
-- degrees.
create table steward_areas (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  shape polygon not null check (npoints(shape) between 3 and 40),
  bounds box not null generated always as (box(shape)) stored,
  created_at timestamptz(3) not null default now(),
  check (width(box(shape)) > 0 and width(box(shape)) <= 2.0001),
  check (height(box(shape)) > 0 and height(box(shape)) <= 2.0001),
  check (((box(shape))[1])[0] >= -180 and ((box(shape))[1])[0] < 180)
);
create unique index steward_areas_name_key on steward_areas (lower(name));
create index steward_areas_bounds_idx on steward_areas using gist (bounds);
comment on table steward_areas is 'Areas of the map for which admins appoint stewards.';
comment on column steward_areas.shape is
  'Its corners as (longitude, latitude). The westernmost is between -180 and 180; beyond the date line, longitudes '
  'exceed 180.';
comment on column steward_areas.bounds is 'Its bounding box, for lookups.';

create table area_stewards (
  area_id uuid not null references steward_areas (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  named_by uuid references users (id) on delete set null,
  since timestamptz(3) not null default now(),
  primary key (user_id, area_id)
);
create index area_stewards_area_idx on area_stewards (area_id, since);
create index area_stewards_named_by_idx on area_stewards (named_by) where named_by is not null;
comment on table area_stewards is 'Stewards by area, and the admin who appointed each.';

create table area_follows (
  area_id uuid not null references steward_areas (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  since timestamptz(3) not null default now(),
  primary key (user_id, area_id)
);
create index area_follows_area_idx on area_follows (area_id);
comment on table area_follows is 'People who asked to be notified of changes in an area.';

create table bulletins (
  id uuid primary key,
  area_id uuid not null references steward_areas (id) on delete cascade,
  spot_id uuid references spots (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  content text not null check (length(content) between 1 and 500),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);
create index bulletins_area_idx on bulletins (area_id, ends_at);
create index bulletins_spot_idx on bulletins (spot_id) where spot_id is not null;
create index bulletins_user_idx on bulletins (user_id) where user_id is not null;
create index bulletins_ends_idx on bulletins (ends_at);
comment on table bulletins is 'Bulletins that stewards pin to a spot or to an entire area until they expire.';
comment on column bulletins.spot_id is 'Null for the entire area.';

create table spot_settlements (
  spot_id uuid primary key references spots (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  state text not null check (state in ('open', 'skatestopped', 'under_construction', 'closed', 'gone')),
  until date not null,
  is_over boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index spot_settlements_user_idx on spot_settlements (user_id) where user_id is not null;
create index spot_settlements_running_idx on spot_settlements (until) where not is_over;
comment on table spot_settlements is
  'A spot''s status set by a steward: until its end, no report changes it, and earlier reports don''t count '
  'afterwards.';
comment on column spot_settlements.until is 'The last day on which this status applies, whatever people report.';
comment on column spot_settlements.is_over is 'Whether its reports were weighed again after the end.';

-- Changes that become a daily notification for followers of an area.
create table area_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('spot', 'state', 'bulletin')),
  spot_id uuid,
  bulletin_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table area_changes is
  'Queue of new and changed spots and bulletins, until they are matched with followed areas.';
create trigger area_changes_signal after insert on area_changes for each statement execute function nollie_signal_work();
comment on trigger area_changes_signal on area_changes is 'Starts the rollup at commit.';

create table area_updates (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  area_id uuid not null references steward_areas (id) on delete cascade,
  kind text not null check (kind in ('spot', 'state', 'bulletin')),
  spot_id uuid references spots (id) on delete cascade,
  bulletin_id uuid references bulletins (id) on delete cascade,
  added_at timestamptz(3) not null default now(),
  notification_id uuid references notifications (id) on delete cascade,
  check ((kind = 'bulletin') = (bulletin_id is not null)),
  check (kind = 'bulletin' or spot_id is not null)
);
create unique index area_updates_once_key on area_updates (user_id, kind, coalesce(bulletin_id, spot_id))
  where notification_id is null;
create index area_updates_area_idx on area_updates (area_id);
create index area_updates_spot_idx on area_updates (spot_id) where spot_id is not null;
create index area_updates_bulletin_idx on area_updates (bulletin_id) where bulletin_id is not null;
create index area_updates_notification_idx on area_updates (notification_id) where notification_id is not null;
create index area_updates_waiting_idx on area_updates (added_at) where notification_id is null;
comment on table area_updates is 'Changes in areas that a person follows, and the notification that covered them.';

alter table digest_settings add column areas_notified_at timestamptz(3);
comment on column digest_settings.areas_notified_at is
  'When changes in followed areas were last notified; at most once a day.';

create function nollie_queue_area_spots() returns trigger language plpgsql as $$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) select 'spot', id from added where created_by is not null and source is null;
    end if;
    return null;
  end $$;
comment on function nollie_queue_area_spots() is 'Queues newly shared spots once anyone follows an area.';
create trigger spots_queue_area_new after insert on spots
  referencing new table as added for each statement execute function nollie_queue_area_spots();
comment on trigger spots_queue_area_new on spots is 'Notifies people who follow its area.';

create function nollie_queue_area_opened() returns trigger language plpgsql as $$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) values ('spot', new.id);
    end if;
    return null;
  end $$;
comment on function nollie_queue_area_opened() is 'Queues a spot that opens as if it were shared now.';
create trigger spots_queue_area_opened after update of opens_at on spots for each row
  when (old.opens_at is not null and new.opens_at is null and new.deleted_at is null)
  execute function nollie_queue_area_opened();
comment on trigger spots_queue_area_opened on spots is 'Notifies people who follow its area.';

create function nollie_queue_area_state() returns trigger language plpgsql as $$
  begin
    if exists (select from area_follows) then
      insert into area_changes (kind, spot_id) values ('state', new.id);
    end if;
    return null;
  end $$;
comment on function nollie_queue_area_state() is
  'Queues spots whose status changed. In the database because reports, marks, and expirations change it.';
create trigger spots_queue_area_state after update of status, spot_state on spots for each row
  when (old.status <> new.status or coalesce(old.spot_state, 'open') <> coalesce(new.spot_state, 'open'))
  execute function nollie_queue_area_state();
comment on trigger spots_queue_area_state on spots is 'Notifies people who follow its area.';

create function nollie_queue_area_bulletins() returns trigger language plpgsql as $$
  begin
    insert into area_changes (kind, spot_id, bulletin_id) values ('bulletin', new.spot_id, new.id);
    return null;
  end $$;
comment on function nollie_queue_area_bulletins() is 'Queues a bulletin for followers of its area.';
create trigger bulletins_queue_area after insert on bulletins for each row execute function nollie_queue_area_bulletins();
comment on trigger bulletins_queue_area on bulletins is 'Notifies people who follow its area.';

-- Bulletins can be reported; a steward's action against a person is a decided case, which can be appealed.
alter table report_cases add column bulletin_id uuid references bulletins (id) on delete set null;
create unique index report_cases_bulletin_key on report_cases (bulletin_id) where status = 'open';
alter table report_cases drop constraint report_cases_kind_check;
alter table report_cases add constraint report_cases_kind_check
  check (kind in ('spot', 'post', 'comment', 'user', 'message', 'discussion', 'bulletin')) not valid;
alter table report_cases drop constraint report_cases_one_subject;
alter table report_cases add constraint report_cases_one_subject
  check (num_nonnulls(spot_id, post_id, comment_id, message_id, discussion_id, reported_id, bulletin_id) <= 1) not valid;
alter table report_cases add constraint report_cases_bulletin_kind check (bulletin_id is null or kind = 'bulletin') not valid;

alter table moderation_decisions add column as_steward boolean not null default false;
alter table moderation_decisions add column change_id uuid references fact_suggestions (id) on delete set null;
create index moderation_decisions_change_idx on moderation_decisions (change_id) where change_id is not null;
comment on column moderation_decisions.as_steward is 'Made by a steward, who never answers the appeal against it.';
comment on column moderation_decisions.change_id is 'The change of facts that a steward declined, or undid.';
alter table moderation_decisions drop constraint moderation_decisions_action_check;
alter table moderation_decisions add constraint moderation_decisions_action_check
  check (action in ('keep', 'hide', 'remove', 'warn', 'suspend', 'settle', 'facts')) not valid;
alter table moderation_log drop constraint moderation_log_action_check;
alter table moderation_log add constraint moderation_log_action_check
  check (action in ('keep', 'hide', 'remove', 'warn', 'suspend', 'settle', 'facts')) not valid;
alter table moderation_log drop constraint moderation_log_act_check;
alter table moderation_log add constraint moderation_log_act_check check (act in ('decided', 'deleted', 'restored',
  'suspended', 'let_in', 'upheld', 'reversed', 'merged', 'unmerged', 'named_steward', 'ended_steward', 'set_area', 'removed_area', 'pinned',
  'unpinned', 'applied_facts', 'ended_settlement')) not valid;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged', 'area_changes')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed, new, changed, and merged spots, areas, and recoveries,
-- people send all others.
alter table notifications add constraint notifications_sender check ((from_user_id is null) =
  (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near', 'spot_state', 'spot_merged', 'area_changes'))) not valid;
alter table notifications add constraint notifications_area_changes_named
  check (type <> 'area_changes' or target_id = user_id) not valid;
