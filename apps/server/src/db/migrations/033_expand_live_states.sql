-- Open pages show at once how a spot stands, also one that is not for everybody (docs/decisions/0119-the-truth-arrives.md).
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
  'Notes once a day how a spot stands otherwise, and publishes that. In the database because a check, a mark and an end that passed change it.';
comment on trigger spots_queue_state on spots is 'The feed and open pages show it, and whoever saved the spot is notified.';
