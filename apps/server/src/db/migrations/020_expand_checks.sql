-- The status of a spot according to its status reports. Separate from `facets`, whose expression stays the same, so
-- that no row is rewritten (docs/decisions/0098-spot-checks.md); pins and cards find it in the row they read anyway.
alter table spots add column spot_state text;
alter table spots add constraint spots_spot_state_known
  check (spot_state in ('open', 'skatestopped', 'under_construction', 'closed')) not valid;
alter table spots add column state_until date;
alter table spots add column confirmed_at timestamptz(3);
alter table spots add column confirmed_by integer not null default 0;
alter table spots add column gone_since timestamptz(3);
alter table spots add column left_map_at timestamptz(3);
alter table spots add constraint spots_left_map_gone check (left_map_at is null or status = 'gone') not valid;
comment on column spots.spot_state is
  'The reported status of an existing spot; null if there are no reports. Removed spots are only marked in status.';
comment on column spots.state_until is 'The last day on which it is closed, or under construction.';
comment on column spots.confirmed_at is 'When it was last confirmed; null if never since it was shared.';
comment on column spots.confirmed_by is 'How many people confirm it.';
comment on column spots.gone_since is 'Since when it is removed; after a year it leaves the map.';
comment on column spots.left_map_at is 'When it left the map permanently; its page stays.';

create table checks (
  id uuid primary key,
  spot_id uuid not null references spots (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  answer text not null check (answer in ('open', 'skatestopped', 'under_construction', 'closed', 'gone')),
  until date,
  distance text not null check (distance in ('at', 'near', 'away')),
  proof text not null check (proof in ('position', 'device', 'photo')),
  post_id uuid references posts (id) on delete set null,
  seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (answer <> 'closed' or until is not null),
  check (until is null or answer in ('under_construction', 'closed')),
  check ((proof = 'photo') = (distance = 'away'))
);
create index checks_spot_idx on checks (spot_id, seen_at desc, id desc);
create index checks_user_idx on checks (user_id, seen_at desc);
create index checks_post_idx on checks (post_id) where post_id is not null;
create index checks_until_idx on checks (until) where until is not null;
create index checks_stopped_idx on checks (spot_id) where answer in ('skatestopped', 'under_construction', 'closed');
comment on table checks is 'Status reports: what people saw at spots. Never stores their position, only the distance.';
comment on column checks.until is 'The last day on which it is closed, or under construction.';
comment on column checks.distance is 'Within 100 m, within 300 m, or farther.';
comment on column checks.proof is
  'A position that was compared with the spot and discarded; the distance measured by an offline device; or a photo.';
comment on column checks.post_id is 'The post with the photo of that day.';
comment on column checks.seen_at is 'When they saw it; never in the future.';

create table check_changes (
  id bigint generated always as identity primary key,
  spot_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table check_changes is 'Queue of spots whose reports were removed, restored, or reweighted.';
create trigger check_changes_signal after insert on check_changes for each statement
  execute function nollie_signal_work();
comment on trigger check_changes_signal on check_changes is 'Starts the rollup at commit.';

create function nollie_queue_lost_checks() returns trigger language plpgsql as $$
  begin
    insert into check_changes (spot_id) select distinct spot_id from changed;
    return null;
  end $$;
comment on function nollie_queue_lost_checks() is
  'Queues the spots of reports that were deleted or lost their photo, whichever statement or foreign key did it.';
create trigger checks_queue_deleted after delete on checks referencing old table as changed
  for each statement execute function nollie_queue_lost_checks();
comment on trigger checks_queue_deleted on checks is 'A report about a spot was deleted.';
create trigger checks_queue_updated after update on checks referencing new table as changed
  for each statement execute function nollie_queue_lost_checks();
comment on trigger checks_queue_updated on checks is 'The photo of a report was deleted.';

create function nollie_queue_checks_of_person() returns trigger language plpgsql as $$
  begin
    insert into check_changes (spot_id) select distinct spot_id from checks where user_id = new.user_id;
    return null;
  end $$;
comment on function nollie_queue_checks_of_person() is
  'Queues the spots that a person reported on. In the database because hiding a person changes the weight of their '
  'reports.';
create trigger profiles_queue_checks after update on profiles for each row
  when (old.is_hidden <> new.is_hidden) execute function nollie_queue_checks_of_person();
comment on trigger profiles_queue_checks on profiles is 'Reports by hidden people do not count.';

create function nollie_queue_checks_of_post() returns trigger language plpgsql as $$
  begin
    insert into check_changes (spot_id) select distinct spot_id from checks where post_id = new.id;
    return null;
  end $$;
comment on function nollie_queue_checks_of_post() is 'Queues the spot of a report whose photo was hidden or shown.';
create trigger posts_queue_checks after update of hidden_at on posts for each row
  when (old.hidden_at is null <> (new.hidden_at is null)) execute function nollie_queue_checks_of_post();
comment on trigger posts_queue_checks on posts is 'A hidden photo proves nothing.';

-- As in 019, except that a spot that left the map is not counted, like a deleted one.
create or replace function nollie_queue_spot_changes() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select id, 'deleted', -1, qk, facets from old_spots
        where deleted_at is null and audience = 'everybody' and left_map_at is null;
    else
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select n.id, case when not n.shown then 'deleted' when not o.shown then 'created' else 'updated' end,
          part.delta, part.qk, part.facets
        from (select *, shown and left_map_at is null as counts
          from (select *, deleted_at is null and audience = 'everybody' as shown from old_spots) old) o
        join (select *, shown and left_map_at is null as counts
          from (select *, deleted_at is null and audience = 'everybody' as shown from new_spots) new) n using (id)
        cross join lateral (
          select * from (values (-1, o.qk, o.facets, o.counts), (1, n.qk, n.facets, n.counts)) side (delta, qk, facets, counts)
            where side.counts and (o.qk, o.facets, o.counts) is distinct from (n.qk, n.facets, n.counts)
          union all
          select 0, n.qk, n.facets, true where n.shown and (o.qk, o.facets, o.counts) = (n.qk, n.facets, n.counts)
        ) part
        order by 1, 3;
    end if;
    return null;
  end $$;
comment on function nollie_queue_spot_changes() is
  'Queues what an update or deletion of spots subtracts at one position of the map and adds at another. In the '
  'database because only the statement has the old and new rows.';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed, new, and changed spots, and recoveries, people send all
-- others.
alter table notifications add constraint notifications_sender check (
  (from_user_id is null) = (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near', 'spot_state'))) not valid;
