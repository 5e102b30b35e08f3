-- Daily status changes of spots: shown in the feed, and sent to people who saved them
-- (docs/decisions/0114-what-becomes-of-spots.md).
create table spot_state_changes (
  spot_id uuid not null references spots (id) on delete cascade,
  day date not null default ((now() at time zone 'UTC')::date),
  state_before text not null check (state_before in ('open', 'skatestopped', 'under_construction', 'closed', 'gone')),
  state text not null check (state in ('open', 'skatestopped', 'under_construction', 'closed', 'gone')),
  changed_at timestamptz(3) not null default now(),
  notified_at timestamptz(3),
  primary key (spot_id, day)
);
create index spot_state_changes_newest_idx on spot_state_changes (changed_at desc, spot_id desc);
create index spot_state_changes_waiting_idx on spot_state_changes (changed_at) where notified_at is null;
comment on table spot_state_changes is
  'Status changes, one row per spot and day (UTC): the status before the first change, and the latest status.';
comment on column spot_state_changes.notified_at is
  'When people who saved the spot were notified; null while the change is settling.';

create function nollie_queue_spot_state() returns trigger language plpgsql as $$
  declare
    before text := case when old.status = 'gone' then 'gone' else coalesce(old.spot_state, 'open') end;
    after text := case when new.status = 'gone' then 'gone' else coalesce(new.spot_state, 'open') end;
  begin
    if before = after then return null; end if;
    insert into spot_state_changes (spot_id, state_before, state) values (new.id, before, after)
      on conflict (spot_id, day) do update set state = excluded.state, changed_at = excluded.changed_at;
    delete from spot_state_changes
      where spot_id = new.id and day = (now() at time zone 'UTC')::date and state = state_before;
    return null;
  end $$;
comment on function nollie_queue_spot_state() is
  'Records once a day that a spot''s status changed. In the database because reports, marks, and expirations change '
  'it.';
create trigger spots_queue_state after update of status, spot_state on spots for each row
  when (old.deleted_at is null and new.deleted_at is null
    and (old.status <> new.status or coalesce(old.spot_state, 'open') <> coalesce(new.spot_state, 'open')))
  execute function nollie_queue_spot_state();
comment on trigger spots_queue_state on spots is 'Shown in the feed, and sent to people who saved the spot.';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged', 'area_changes', 'saved_spot_state')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed, new, changed, and merged spots, areas, and recoveries,
-- people send all others.
alter table notifications add constraint notifications_sender check ((from_user_id is null) =
  (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near', 'spot_state', 'spot_merged', 'area_changes',
    'saved_spot_state'))) not valid;
alter table notifications add constraint notifications_saved_spot_state_named
  check (type <> 'saved_spot_state' or (spot_id is not null and target_id = spot_id)) not valid;

-- A spot that opens enters the feeds at that moment, with the post that created it.
create function nollie_move_in_timeline() returns trigger language plpgsql as $$
  begin
    update timeline set created_at = new.created_at where post_id = new.id;
    update timeline_queue set created_at = new.created_at where post_id = new.id;
    return null;
  end $$;
comment on function nollie_move_in_timeline() is
  'Moves a post whose time changed in its followers'' timelines. In the database because timelines are only written '
  'there.';
create trigger posts_move_in_timeline after update of created_at on posts for each row
  when (old.created_at <> new.created_at) execute function nollie_move_in_timeline();
comment on trigger posts_move_in_timeline on posts is 'The post of a spot that opens is new at that moment.';
