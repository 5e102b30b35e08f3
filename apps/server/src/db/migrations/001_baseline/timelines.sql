-- The followed feed merges the newest posts of each followed person, which is fast for a few hundred. People who follow
-- more have a timeline: ids of the newest posts of all followed people, complete above its floor
-- (docs/decisions/0021-feed.md). New posts are queued in timeline_queue and read with the timeline until
-- nollie_fan_out has added them. A follow and a fan-out wait for each other, so that no post is lost between them.

create table timelines (
  user_id uuid primary key references users on delete cascade,
  floor_at timestamptz(3) not null default '-infinity',
  floor_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- An upper bound of the rows; deletions are subtracted at the next trim.
  entries integer not null default 0
) with (fillfactor = 80);
create index timelines_full_idx on timelines (entries) where entries > 1000;
comment on table timelines is
  'People who follow so many that they have a timeline, and the post down to which it is complete.';

create table timeline (
  user_id uuid not null references timelines on delete cascade,
  created_at timestamptz(3) not null,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null,
  primary key (user_id, created_at, post_id)
);
create index timeline_post_idx on timeline (post_id);
create index timeline_author_idx on timeline (user_id, author_id);
comment on table timeline is 'Entries of timelines.';

create table timeline_queue (
  post_id uuid primary key references posts on delete cascade,
  author_id uuid not null,
  created_at timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index timeline_queue_author_idx on timeline_queue (author_id);
comment on table timeline_queue is 'Posts that are not in the timelines yet.';
create trigger timeline_queue_signal after insert on timeline_queue for each statement
  execute function nollie_signal_work();
comment on trigger timeline_queue_signal on timeline_queue is 'Starts the fan-out at commit.';

create function nollie_queue_fan_out() returns trigger language plpgsql as $$
  begin
    insert into timeline_queue (post_id, author_id, created_at) values (new.id, new.user_id, new.created_at);
    return null;
  end $$;
comment on function nollie_queue_fan_out() is
  'Queues a new post. In the database because posts of every writer, including imports, must reach the timelines.';
create trigger posts_queue_fan_out after insert on posts for each row execute function nollie_queue_fan_out();
comment on trigger posts_queue_fan_out on posts is 'Every post is added to timelines.';

create function nollie_trim_timeline(owner_id uuid) returns void language plpgsql as $$
  declare
    last_entry timeline;
  begin
    select * into last_entry from timeline where user_id = owner_id
      order by created_at desc, post_id desc offset 799 limit 1;
    if found then
      delete from timeline t
        where t.user_id = owner_id and (t.created_at, t.post_id) < (last_entry.created_at, last_entry.post_id);
      update timelines set floor_at = last_entry.created_at, floor_id = last_entry.post_id where user_id = owner_id;
    end if;
    update timelines set entries = (select count(*) from timeline where user_id = owner_id) where user_id = owner_id;
  end $$;
comment on function nollie_trim_timeline(uuid) is
  'Trims a timeline to the newest 800 entries; older posts are read by the merge.';

create function nollie_fill_timeline(who uuid, author uuid) returns void language plpgsql as $$
  declare
    added integer;
  begin
    insert into timeline (user_id, created_at, post_id, author_id)
      select who, p.created_at, p.id, p.user_id
      from timelines t cross join lateral (
        select * from posts where user_id = author and (created_at, id) > (t.floor_at, t.floor_id)
        order by created_at desc, id desc limit 801
      ) p
      where t.user_id = who
      on conflict do nothing;
    get diagnostics added = row_count;
    update timelines set entries = entries + added where user_id = who;
    if (select entries from timelines where user_id = who) > 1000 or (select count(*) from (
      select from timeline where user_id = who and author_id = author limit 801) theirs) > 800
    then perform nollie_trim_timeline(who); end if;
  end $$;
comment on function nollie_fill_timeline(uuid, uuid) is 'Adds the posts of a newly followed author to a timeline.';

create function nollie_build_timeline(who uuid) returns void language plpgsql as $$
  declare
    added integer;
  begin
    insert into timelines (user_id) values (who);
    insert into timeline (user_id, created_at, post_id, author_id)
      select who, p.created_at, p.id, p.user_id
      from follows f cross join lateral (
        select * from posts where user_id = f.following_id order by created_at desc, id desc limit 801
      ) p
      where f.follower_id = who order by p.created_at desc, p.id desc limit 801;
    get diagnostics added = row_count;
    update timelines set entries = added where user_id = who;
    if added > 800 then perform nollie_trim_timeline(who); end if;
  end $$;
comment on function nollie_build_timeline(uuid) is 'Creates the timeline of a person who follows many.';

create function nollie_update_timeline() returns trigger language plpgsql as $$
  declare
    who uuid := coalesce(new.follower_id, old.follower_id);
    author uuid := coalesce(new.following_id, old.following_id);
    many integer;
  begin
    -- Serializes changes of one person's follows; a timeline does not change during a fan-out.
    perform pg_advisory_xact_lock(hashtextextended('timeline ' || who, 0));
    if exists (select from timelines where user_id = who) then
      perform pg_advisory_xact_lock_shared(hashtext('nollie_fan_out'));
      if tg_op = 'INSERT' then
        perform nollie_fill_timeline(who, author);
      else
        delete from timeline where user_id = who and author_id = author;
        select count(*) into many from (select from follows where follower_id = who limit 251) f;
        if many <= 250 then delete from timelines where user_id = who; end if;
      end if;
    elsif tg_op = 'INSERT' then
      select count(*) into many from (select from follows where follower_id = who limit 301) f;
      if many > 300 then
        perform pg_advisory_xact_lock_shared(hashtext('nollie_fan_out'));
        perform nollie_build_timeline(who);
      end if;
    end if;
    return null;
  end $$;
comment on function nollie_update_timeline() is
  'Creates, fills, empties, or drops the timeline of a person whose follows change: it is created at 301 followed '
  'people, and dropped at 250. In the database because follows are also deleted with people and blocks, and because '
  'it locks against nollie_fan_out.';
create trigger follows_timeline after insert or delete on follows for each row
  execute function nollie_update_timeline();
comment on trigger follows_timeline on follows is 'A timeline has the posts of the currently followed people.';

create function nollie_fan_out(max_posts integer) returns integer language plpgsql set jit = off as $$
  declare
    ready uuid[];
    full_one uuid;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_fan_out')) then return 0; end if;
    -- Locks the posts before the queue's rows, in the same order as deletions of posts, so that the two can't deadlock.
    select array_agg(id) into ready from (
      select p.id from posts p
      where p.id in (select post_id from timeline_queue order by created_at limit max_posts)
      order by p.id for key share
    ) locked;
    if ready is null then return 0; end if;
    with taken as (
      delete from timeline_queue where post_id = any (ready) returning *
    ), made as (
      insert into timeline (user_id, created_at, post_id, author_id)
        select t.user_id, q.created_at, q.post_id, q.author_id
        from taken q join follows f on f.following_id = q.author_id join timelines t on t.user_id = f.follower_id
        where (q.created_at, q.post_id) > (t.floor_at, t.floor_id)
        on conflict do nothing
        returning user_id
    )
    update timelines t set entries = entries + n
      from (select user_id, count(*) as n from made group by 1) m where m.user_id = t.user_id;
    for full_one in select user_id from timelines where entries > 1000 limit 100 loop
      perform nollie_trim_timeline(full_one);
    end loop;
    return cardinality(ready);
  end $$;
comment on function nollie_fan_out(integer) is
  'Adds the oldest queued posts (up to a number) to the timelines of followers; returns how many there were. Runs in '
  'one process at a time, and not during a follow: other calls get 0 and are retried. In the database because a post '
  'becomes thousands of rows in one statement.';
