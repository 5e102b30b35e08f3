-- Likes on posts' items, and the queue for counting likes and comments (docs/decisions/0013-likes-and-counts.md).

create table likes (
  id uuid not null,
  post_id uuid not null,
  media_index smallint not null default 0,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, media_index, user_id),
  foreign key (post_id, media_index) references post_media on delete cascade
);
-- The expression reserves this index for the list of an item's likes. With one like per item on average, the planner
-- used it to look up one person's like, and scanned the 20,000 likes of a viral item.
create index likes_list_idx on likes (uuid_send(post_id), media_index, created_at desc, id desc);
-- Finds the likes of hidden people on a page's posts, which are subtracted from the counts: one scan per person.
create index likes_person_item_idx on likes (user_id, post_id, media_index);
-- For a person's activity, newest first. An expression for the same reason: the planner used this index for the scan
-- above, and read all likes of the person.
create index likes_user_idx on likes (uuid_send(user_id), created_at desc);
comment on table likes is 'Likes on items of posts.';

create table counter_delta (
  id bigint generated always as identity,
  counter text not null check (counter in ('like', 'comment')),
  post_id uuid not null,
  media_index smallint not null,
  delta smallint not null check (delta in (1, -1)),
  user_id uuid not null,
  comment_id uuid,
  parent_comment_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- The only index, because the queue is short and every like pays for it. Includes id, so that the newest rows of an
-- item are found past counted rows that are not vacuumed yet.
create index counter_delta_item_idx on counter_delta (post_id, media_index, id);
comment on table counter_delta is
  'Queue of likes and comments that are not counted in post_media yet: an exact count is that column plus the queued '
  'deltas.';
-- Repeats the function's own condition, so that most likes don't call it, which makes them a third cheaper.
create trigger counter_delta_signal after insert on counter_delta for each statement
  when (extract(epoch from clock_timestamp())::double precision - coalesce(nullif(
    current_setting('nollie.signalled_counter_delta', true), ''), '0')::double precision not between 0 and 0.2)
  execute function nollie_signal_work();
comment on trigger counter_delta_signal on counter_delta is 'Starts the rollup at commit.';

create function nollie_queue_like() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into counter_delta (counter, post_id, media_index, delta, user_id)
        values ('like', new.post_id, new.media_index, 1, new.user_id);
    else
      insert into counter_delta (counter, post_id, media_index, delta, user_id)
        values ('like', old.post_id, old.media_index, -1, old.user_id);
    end if;
    return null;
  end $$;
comment on function nollie_queue_like() is
  'Queues a like or its removal. In the database because likes are also deleted with people and posts, and because a '
  'like is one statement.';
create trigger likes_queue after insert or delete on likes for each row execute function nollie_queue_like();
comment on trigger likes_queue on likes is
  'Counts likes through the queue, so that no one waits for the row of a viral item.';

create function nollie_rollup_counters(max_lines integer) returns integer language plpgsql
  set jit = off as $$
  declare
    lines counter_delta[];
    items integer;
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_counters')) then return 0; end if;
    with pending as materialized (
      select id, post_id, media_index from counter_delta order by id limit max_lines
    ), locked as materialized (
      select pm.post_id, pm.media_index from post_media pm
      where (pm.post_id, pm.media_index) in (select w.post_id, w.media_index from pending w)
      order by pm.post_id, pm.media_index
      for no key update of pm skip locked
    ), taken as (
      delete from counter_delta d using pending w
      where d.id = w.id and (
        (w.post_id, w.media_index) in (select h.post_id, h.media_index from locked h)
        or not exists (select from post_media pm where pm.post_id = w.post_id and pm.media_index = w.media_index))
      returning d.*
    )
    select array_agg(taken::counter_delta order by id), count(distinct (post_id, media_index)) into lines, items
      from taken;
    if lines is null then return 0; end if;

    with change as materialized (
      select post_id, media_index,
        coalesce(sum(delta) filter (where counter = 'like'), 0) as likes,
        coalesce(sum(delta) filter (where counter = 'comment'), 0) as comments
      from unnest(lines) group by 1, 2
    ), now as (
      update post_media pm
      set like_count = pm.like_count + c.likes, comment_count = pm.comment_count + c.comments
      from change c where pm.post_id = c.post_id and pm.media_index = c.media_index
      returning pm.post_id, pm.media_index, pm.like_count, pm.comment_count
    ), liked as (
      select post_id, media_index, count(*) as n,
        jsonb_agg(jsonb_build_object('user_id', user_id, 'liked', delta = 1) order by id) as changes
      from (
        select distinct on (post_id, media_index, user_id) * from unnest(lines) where counter = 'like'
        order by post_id, media_index, user_id, id desc
      ) last group by 1, 2
    ), commented as (
      select post_id, media_index, count(*) as n,
        jsonb_agg(jsonb_build_object('kind', case delta when 1 then 'created' else 'deleted' end,
          'comment_id', comment_id, 'parent_comment_id', parent_comment_id, 'user_id', user_id) order by id) as changes
      from unnest(lines) where counter = 'comment' group by 1, 2
    ), likers as (
      select distinct l.post_id, l.media_index, l.user_id from unnest(lines) l
      where l.counter = 'like' and l.delta = 1
    ), present as materialized (
      select u.id from users u
      where u.id in (select user_id from likers union select p.user_id from posts p join likers l on l.post_id = p.id)
      for key share of u skip locked
    ), notified as (
      insert into notifications (id, user_id, type, from_user_id, target_id, media_index, post_id)
        select gen_random_uuid(), p.user_id, 'like', l.user_id, l.post_id, l.media_index, l.post_id
        from likers l join now using (post_id, media_index)
          join posts p on p.id = l.post_id and p.hidden_at is null and p.user_id <> l.user_id
        where l.user_id in (select id from present) and p.user_id in (select id from present)
          and not exists (select from notification_mutes m where m.user_id = p.user_id and m.type = 'like')
          and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in
            ((p.user_id, l.user_id), (l.user_id, p.user_id)))
      on conflict do nothing
      returning id, user_id
    ), withdrawn as (
      select distinct p.user_id from unnest(lines) l join posts p on p.id = l.post_id
      where l.counter = 'like' and l.delta = -1 and p.user_id <> l.user_id
    )
    insert into events (topic, name, data)
      select 'likes', 'like', jsonb_build_object('post_id', post_id, 'media_index', media_index,
        'likes_count', like_count, 'changes', case when n <= 20 then changes end)
      from now join liked using (post_id, media_index) where items <= 200
      union all
      select 'comments', 'comment', jsonb_build_object('post_id', post_id, 'media_index', media_index,
        'comments_count', comment_count, 'changes', case when n <= 20 then changes end)
      from now join commented using (post_id, media_index) where items <= 200
      union all
      select topic, name, '{"post_id": null}'
      from (values ('likes', 'like'), ('comments', 'comment')) every_item (topic, name) where items > 200
      union all
      select 'user:' || user_id, 'notification',
        jsonb_build_object('kind', 'created', 'type', 'like', 'notification_id', (array_agg(id))[1])
      from notified group by user_id
      union all
      select 'user:' || user_id, 'notification',
        jsonb_build_object('kind', 'withdrawn', 'type', null, 'notification_id', null)
      from withdrawn;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $$;
comment on function nollie_rollup_counters(integer) is
  'Adds the oldest rows of the queue (up to a number) to post_media, like notifications, and events; returns how '
  'many there were. Concurrent calls are safe: one works, the others get 0. Rows of an item that is being deleted '
  'stay queued, so that neither waits for the other. In the database because thousands of rows become one statement.';
