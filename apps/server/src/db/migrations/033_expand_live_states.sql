-- Open pages show a status change immediately, including for spots with a limited audience
-- (docs/decisions/0114-what-becomes-of-spots.md).
create or replace function nollie_queue_spot_state() returns trigger language plpgsql as $$
  declare
    before text := case when old.status = 'gone' then 'gone' else coalesce(old.spot_state, 'open') end;
    after text := case when new.status = 'gone' then 'gone' else coalesce(new.spot_state, 'open') end;
  begin
    if before = after then return null; end if;
    insert into spot_state_changes (spot_id, state_before, state) values (new.id, before, after)
      on conflict (spot_id, day) do update set state = excluded.state, changed_at = excluded.changed_at;
    delete from spot_state_changes
      where spot_id = new.id and day = (now() at time zone 'UTC')::date and state = state_before;
    insert into events (topic, name, data) values ('spots', 'spot',
      jsonb_build_object('kind', 'updated', 'spot_id', new.id, 'at', '[]'::jsonb, 'stands_anew', true));
    perform pg_notify('nollie_events', '');
    return null;
  end $$;
comment on function nollie_queue_spot_state() is
  'Records once a day that a spot''s status changed, and publishes every change. In the database because reports, '
  'marks, and expirations change it.';
comment on trigger spots_queue_state on spots is
  'Shown in the feed and on open pages, and sent to people who saved the spot.';
