// What stands on a person's page (DATA-20) is counted beside the person, by a queue as likes are: whoever makes or takes
// something away appends it in the same transaction, nollie_fold_people empties the queue into person_counts and events.
// A count is exact as the column plus what waits. Suspended people count for nobody they follow or are followed by.
export const COUNTS = `
    create table person_counts (
      user_id uuid primary key references users on delete cascade,
      spots_count integer not null default 0 check (spots_count >= 0),
      posts_count integer not null default 0 check (posts_count >= 0),
      followers_count integer not null default 0 check (followers_count >= 0),
      following_count integer not null default 0 check (following_count >= 0)
    ) with (fillfactor = 80);

    create table person_delta (
      id bigint generated always as identity,
      user_id uuid not null,
      counter text not null check (counter in ('spots', 'posts', 'followers', 'following')),
      delta smallint not null check (delta in (1, -1))
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
    create index person_delta_user_idx on person_delta (user_id, id);

    create or replace function nollie_make_profile() returns trigger language plpgsql as $$
      begin
        insert into profiles (user_id, username) values (new.id, coalesce(new.display_username, new.username));
        insert into person_counts (user_id) values (new.id);
        return null;
      end $$;

    insert into person_counts (user_id, spots_count, posts_count, followers_count, following_count)
      select u.id, coalesce(s.n, 0), coalesce(p.n, 0), coalesce(rs.n, 0), coalesce(g.n, 0)
      from users u
      left join (select created_by as id, count(*) as n from spots where deleted_at is null group by 1) s using (id)
      left join (select user_id as id, count(*) as n from posts where hidden_at is null group by 1) p using (id)
      left join (select following_id as id, count(*) as n from follows f
        where not exists (select from profiles where user_id = f.follower_id and suspended_at is not null)
        group by 1) rs using (id)
      left join (select follower_id as id, count(*) as n from follows f
        where not exists (select from profiles where user_id = f.following_id and suspended_at is not null)
        group by 1) g using (id);

    create function nollie_is_suspended(who uuid) returns boolean language sql stable as
      $$ select exists (select from profiles where user_id = who and suspended_at is not null) $$;

    create function nollie_queue_follow() returns trigger language plpgsql as $$
      declare
        who uuid := coalesce(new.follower_id, old.follower_id);
        whom uuid := coalesce(new.following_id, old.following_id);
        step smallint := case tg_op when 'INSERT' then 1 else -1 end;
      begin
        insert into person_delta (user_id, counter, delta)
          select whom, 'followers', step where not nollie_is_suspended(who)
          union all
          select who, 'following', step where not nollie_is_suspended(whom);
        return null;
      end $$;
    create trigger follows_queue after insert or delete on follows for each row execute function nollie_queue_follow();

    create function nollie_queue_suspension() returns trigger language plpgsql as $$
      declare
        step smallint := case when new.suspended_at is null then 1 else -1 end;
      begin
        insert into person_delta (user_id, counter, delta)
          select following_id, 'followers', step from follows where follower_id = new.user_id
          union all
          select follower_id, 'following', step from follows where following_id = new.user_id;
        return null;
      end $$;
    create trigger profiles_queue_suspension after update of suspended_at on profiles for each row
      when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function nollie_queue_suspension();

    -- Whoever goes for good is first let in again, so that what they followed is taken back from counts they are part of.
    create function nollie_leave() returns trigger language plpgsql as $$
      begin
        update profiles set suspended_at = null where user_id = old.id and suspended_at is not null;
        return old;
      end $$;
    create trigger users_leave before delete on users for each row execute function nollie_leave();

    create function nollie_queue_post() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' and old.hidden_at is null then
          insert into person_delta (user_id, counter, delta) values (old.user_id, 'posts', -1);
        end if;
        if tg_op <> 'DELETE' and new.hidden_at is null then
          insert into person_delta (user_id, counter, delta) values (new.user_id, 'posts', 1);
        end if;
        return null;
      end $$;
    create trigger posts_queue after insert or delete on posts for each row execute function nollie_queue_post();
    create trigger posts_queue_hidden after update of hidden_at, user_id on posts for each row
      when ((old.hidden_at is null) <> (new.hidden_at is null) or old.user_id <> new.user_id)
      execute function nollie_queue_post();

    create function nollie_queue_person_spot() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' and old.created_by is not null and old.deleted_at is null then
          insert into person_delta (user_id, counter, delta) values (old.created_by, 'spots', -1);
        end if;
        if tg_op <> 'DELETE' and new.created_by is not null and new.deleted_at is null then
          insert into person_delta (user_id, counter, delta) values (new.created_by, 'spots', 1);
        end if;
        return null;
      end $$;
    create trigger spots_queue_person after insert or delete on spots for each row
      execute function nollie_queue_person_spot();
    create trigger spots_queue_person_change after update of created_by, deleted_at on spots for each row
      when ((old.deleted_at is null) <> (new.deleted_at is null) or old.created_by is distinct from new.created_by)
      execute function nollie_queue_person_spot();

    -- Takes the oldest lines (at most so many) into person_counts and events; gives how many there were. Any number of
    -- processes may call it: one works, the others get 0.
    create function nollie_fold_people(most integer) returns integer language plpgsql set jit = off as $$
      declare
        lines person_delta[];
        people integer;
      begin
        if not pg_try_advisory_xact_lock(hashtext('nollie_fold_people')) then return 0; end if;
        with waiting as (select id from person_delta order by id limit most), taken as (
          delete from person_delta d using waiting w where d.id = w.id returning d.*
        )
        select array_agg(taken::person_delta), count(distinct user_id) into lines, people from taken;
        if lines is null then return 0; end if;
        with change as (
          select user_id, coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
            coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
            coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
            coalesce(sum(delta) filter (where counter = 'following'), 0) as following
          from unnest(lines) group by 1
        ), now as (
          update person_counts c set spots_count = spots_count + spots, posts_count = posts_count + posts,
            followers_count = followers_count + followers, following_count = following_count + following
          from change where c.user_id = change.user_id
          returning c.*
        )
        insert into events (topic, name, data)
          select 'people', 'person', jsonb_build_object('kind', 'counts', 'user_id', user_id, 'spots_count', spots_count,
            'posts_count', posts_count, 'followers_count', followers_count, 'following_count', following_count)
          from now where people <= 200
          union all
          select 'people', 'person', '{"kind": "many", "user_id": null}' where people > 200;
        perform pg_notify('nollie_events', '');
        return cardinality(lines);
      end $$;`
