-- The counts on a person's page, queued like the counts of likes: every insert and delete queues a row in its
-- transaction, and nollie_rollup_people moves the queue into person_counts and events. An exact count is the column
-- plus the queued rows. Hidden people don't count as followers or followed.

create table person_counts (
  user_id uuid primary key references users on delete cascade,
  spots_count integer not null default 0 check (spots_count >= 0),
  posts_count integer not null default 0 check (posts_count >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0)
) with (fillfactor = 80);
comment on table person_counts is 'The numbers of spots, posts, followers, and followed people. Every user has a row.';

create table person_delta (
  id bigint generated always as identity,
  user_id uuid not null,
  counter text not null check (counter in ('spots', 'posts', 'followers', 'following')),
  delta smallint not null check (delta in (1, -1))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index person_delta_user_idx on person_delta (user_id, id);
comment on table person_delta is 'Queue of changes that are not in person_counts yet.';
create trigger person_delta_signal after insert on person_delta for each statement
  execute function nollie_signal_work();
comment on trigger person_delta_signal on person_delta is 'Starts the rollup at commit.';

create function nollie_is_hidden(who uuid) returns boolean language sql stable as
  $$ select exists (select from profiles where user_id = who and is_hidden) $$;
comment on function nollie_is_hidden(uuid) is 'Whether a person is hidden from everyone.';

create function nollie_queue_follow() returns trigger language plpgsql as $$
  declare
    who uuid := coalesce(new.follower_id, old.follower_id);
    whom uuid := coalesce(new.following_id, old.following_id);
    step smallint := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    insert into person_delta (user_id, counter, delta)
      select whom, 'followers', step where not nollie_is_hidden(who)
      union all
      select who, 'following', step where not nollie_is_hidden(whom);
    return null;
  end $$;
comment on function nollie_queue_follow() is
  'Queues a follow or its end for both people. In the database because follows are also deleted with people and '
  'blocks.';
create trigger follows_queue after insert or delete on follows for each row execute function nollie_queue_follow();
comment on trigger follows_queue on follows is 'Counts followers and followed people.';

create function nollie_queue_hidden_person() returns trigger language plpgsql as $$
  declare
    step smallint := case when new.is_hidden then -1 else 1 end;
  begin
    insert into person_delta (user_id, counter, delta)
      select following_id, 'followers', step from follows where follower_id = new.user_id
      union all
      select follower_id, 'following', step from follows where following_id = new.user_id;
    return null;
  end $$;
comment on function nollie_queue_hidden_person() is
  'Queues the follows of a person who is hidden or shown again, for everyone they follow and are followed by. In the '
  'database because it is a sum over follows at one moment.';
create trigger profiles_queue_hidden after update of suspended_at, deletion_requested_at on profiles for each row
  when (old.is_hidden <> new.is_hidden) execute function nollie_queue_hidden_person();
comment on trigger profiles_queue_hidden on profiles is 'Hidden people are not counted.';

create function nollie_show_before_delete() returns trigger language plpgsql as $$
  begin
    update profiles set suspended_at = null, deletion_requested_at = null where user_id = old.id and is_hidden;
    return old;
  end $$;
comment on function nollie_show_before_delete() is
  'Shows a hidden person once more before their deletion, so that their follows, which are deleted with them, are '
  'subtracted from counts that include them.';
create trigger users_show_before_delete before delete on users
  for each row execute function nollie_show_before_delete();
comment on trigger users_show_before_delete on users is 'Sums stay right when a hidden person is deleted.';

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
comment on function nollie_queue_post() is
  'Queues posts that were added, deleted, hidden, or shown. In the database because posts are also deleted with '
  'people and spots.';
create trigger posts_queue after insert or delete on posts for each row execute function nollie_queue_post();
comment on trigger posts_queue on posts is 'Counts posts.';
create trigger posts_queue_hidden after update of hidden_at, user_id on posts for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null) or old.user_id <> new.user_id)
  execute function nollie_queue_post();
comment on trigger posts_queue_hidden on posts is 'Hidden posts are not counted; a post counts for its current author.';

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
comment on function nollie_queue_person_spot() is
  'Queues spots that were added, deleted, or restored. In the database because a foreign key sets created_by to '
  'null.';
create trigger spots_queue_person after insert or delete on spots for each row
  execute function nollie_queue_person_spot();
comment on trigger spots_queue_person on spots is 'Counts a person''s spots.';
create trigger spots_queue_person_change after update of created_by, deleted_at on spots for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null) or old.created_by is distinct from new.created_by)
  execute function nollie_queue_person_spot();
comment on trigger spots_queue_person_change on spots is 'Deleted spots and spots without a creator are not counted.';

create function nollie_rollup_people(max_lines integer) returns integer language plpgsql set jit = off as $$
  declare
    lines person_delta[];
    people integer;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_people')) then return 0; end if;
    with pending as (select id from person_delta order by id limit max_lines), taken as (
      delete from person_delta d using pending w where d.id = w.id returning d.*
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
  end $$;
comment on function nollie_rollup_people(integer) is
  'Adds the oldest rows of the queue (up to a number) to person_counts and events; returns how many there were. '
  'Concurrent calls are safe: one works, the others get 0. In the database because thousands of rows become one '
  'statement.';
