-- Parts of statements that show the same thing in many places. PostgreSQL inlines them, like the functions of 044: the
-- first two are single expressions, and the others are read in FROM (docs/decisions/0131-visible-rows.md).

create function person_json(who profiles) returns json language sql stable parallel safe as $$
  select json_build_object('user_id', who.user_id, 'username', who.username, 'full_name', who.full_name,
    'avatar_url', who.avatar_url)
$$;
comment on function person_json(profiles) is
  'The contract''s Person.';

create function media_json(item media) returns json language sql stable parallel safe as $$
  select json_build_object('id', item.id, 'type', item.type, 'status', item.status,
    'base', case when item.thumbhash is not null then '/media/' || item.key end,
    'url', case when item.status = 'ready' then '/media/' || item.key ||
      case item.type when 'video' then '/video.mp4' else '/1080.webp' end end,
    'width', item.width, 'height', item.height, 'thumbhash', item.thumbhash, 'duration', item.duration,
    'failure', item.failure)
$$;
comment on function media_json(media) is
  'The contract''s Media. If an outer join finds no row, the result is an object of nulls.';

create function waiting_counts(post_id uuid, media_index smallint) returns table (likes bigint, comments bigint)
  language sql stable parallel safe as $$
  select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0),
    coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0)
  from (
    select d.counter, d.delta from public.counter_delta d
    where d.post_id = waiting_counts.post_id and d.media_index = waiting_counts.media_index
    order by d.id desc limit 20
  ) line
$$;
comment on function waiting_counts(uuid, smallint) is
  'An item''s queued changes to its counts. Adds up to 20, to limit the cost of a response; the next rollup''s event '
  'corrects the number.';

-- There may be many people or many likes on an item, so these two scan the smaller set. The planner can't estimate how
-- many likes an item has, and scanned 20,000 for a single person.
create function likes_by(people uuid[], post_id uuid, media_index smallint, like_count int)
  returns table (likes bigint) language sql stable parallel safe as $$
  select case
    when cardinality(people) = 0 then 0
    when like_count <= cardinality(people) then (
      select count(*) from public.likes l
      where l.post_id = likes_by.post_id and l.media_index = likes_by.media_index and l.user_id = any (people))
    else (
      select count(*) from unnest(people) person (user_id) cross join lateral (
        select from public.likes l where l.post_id = likes_by.post_id and l.media_index = likes_by.media_index
          and l.user_id = person.user_id offset 0) found) end
$$;
comment on function likes_by(uuid[], uuid, smallint, int) is
  'How many of these people like an item that has about like_count likes.';

-- `is true` makes the scan use the item's index. Otherwise the planner scans once per person.
create function comments_by(people uuid[], post_id uuid, media_index smallint, comment_count int)
  returns table (comments bigint) language sql stable parallel safe as $$
  select case
    when cardinality(people) = 0 then 0
    when comment_count <= cardinality(people) then (
      select count(distinct found.id) from (
        select c.id, c.hidden_at from public.comments c
        where c.post_id = comments_by.post_id and c.media_index = comments_by.media_index
          and (c.user_id = any (people)) is true offset 0
      ) theirs cross join lateral (
        select theirs.id where theirs.hidden_at is null
        union all (select r.id from public.comments r
          where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found)
    else (
      select count(distinct found.id) from unnest(people) person (user_id) cross join lateral (
        select c.id, c.hidden_at from public.comments c
        where c.post_id = comments_by.post_id and c.media_index = comments_by.media_index
          and c.user_id = person.user_id offset 0
      ) theirs cross join lateral (
        select theirs.id where theirs.hidden_at is null
        union all (select r.id from public.comments r
          where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found) end
$$;
comment on function comments_by(uuid[], uuid, smallint, int) is
  'How many of an item''s visible comments are by these people or reply to them. The item has about comment_count.';

create function likes_on(posts uuid[], people uuid[])
  returns table (post_id uuid, media_index smallint, likes bigint) language sql stable parallel safe as $$
  select theirs.post_id, theirs.media_index, count(*)
  from unnest(people) person (user_id) cross join lateral (
    select l.post_id, l.media_index from public.likes l
    where l.user_id = person.user_id and l.post_id = any (posts) offset 0) theirs
  group by 1, 2
$$;
comment on function likes_on(uuid[], uuid[]) is
  'The same as likes_by for all items of a page of posts, with one scan per person rather than per person and item.';

create function comments_on(posts uuid[], people uuid[])
  returns table (post_id uuid, media_index smallint, comments bigint) language sql stable parallel safe as $$
  select theirs.post_id, theirs.media_index, count(distinct found.id)
  from unnest(people) person (user_id) cross join lateral (
    select c.id, c.hidden_at, c.post_id, c.media_index from public.comments c
    where c.user_id = person.user_id and c.post_id = any (posts) offset 0
  ) theirs cross join lateral (
    select theirs.id where theirs.hidden_at is null
    union all (select r.id from public.comments r
      where r.parent_comment_id = theirs.id and r.hidden_at is null offset 0)) found
  group by 1, 2
$$;
comment on function comments_on(uuid[], uuid[]) is
  'The same as comments_by for all items of a page of posts.';

create function mentions_in_post(viewer uuid, id uuid) returns table (mentions json)
  language sql stable parallel safe as $$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.post_id = mentions_in_post.id
$$;
comment on function mentions_in_post(uuid, uuid) is
  'The contract''s Mentions in a post. Mentions of people whom the viewer can''t see stay plain text.';

create function mentions_in_comment(viewer uuid, id uuid) returns table (mentions json)
  language sql stable parallel safe as $$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.comment_id = mentions_in_comment.id
$$;
comment on function mentions_in_comment(uuid, uuid) is
  'The same as mentions_in_post for a comment.';

create function mentions_in_discussion(viewer uuid, id uuid) returns table (mentions json)
  language sql stable parallel safe as $$
  select coalesce(json_agg(json_build_object('username', m.username, 'user_id', m.user_id) order by m.username), '[]')
  from public.visible_mentions(viewer) m where m.discussion_id = mentions_in_discussion.id
$$;
comment on function mentions_in_discussion(uuid, uuid) is
  'The same as mentions_in_post for a discussion.';

create function post_spot_json(s spots, created_by uuid) returns json language sql stable parallel safe as $$
  select json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'state', s.state, 'spot_type', s.spot_type,
    'status', s.status, 'created_by', post_spot_json.created_by)
$$;
comment on function post_spot_json(spots, uuid) is
  'A post''s spot in the contract''s Post, and its creator if the viewer can see them.';

create function spot_state(status text, state text, source text) returns text language sql immutable parallel safe as $$
  select case when status = 'gone' then 'gone'
    else coalesce(state, case when source is null then 'open' else 'unverified' end) end
$$;
comment on function spot_state(text, text, text) is
  'A spot''s condition, from its columns status, spot_state, and source.';

create function may_be_notified(person uuid, type text, actor uuid, post_id uuid, discussion_id uuid)
  returns setof boolean language sql stable parallel safe as $$
  select true
  where person is distinct from actor
    and exists (select from public.users u where u.id = person)
    and not exists (select from public.notification_mutes m where m.user_id = person and m.type = may_be_notified.type)
    and not exists (select from public.blocks b
      where (b.blocker_id, b.blocked_id) in ((person, actor), (actor, person)))
    and not exists (select from public.withheld_posts(person) w where w.id = may_be_notified.post_id offset 0)
    and not exists (select from public.posts p
      where p.id = may_be_notified.post_id and not exists (
        select from public.visible_people(person) owner where owner.user_id = p.user_id offset 0))
    and not exists (select from public.discussions d
      where d.id = may_be_notified.discussion_id and not exists (
        select from public.visible_people(person) owner where owner.user_id = d.user_id offset 0))
$$;
comment on function may_be_notified(uuid, text, uuid, uuid, uuid) is
  'One row if a person can be notified: they exist, aren''t the actor, haven''t muted the type, can see the post, and there '
  'is no block between them and anyone involved. nollie_rollup_counters has the same conditions for likes on posts.';

create function notification_days(viewer uuid, upto date default null) returns table (day date)
  language sql stable parallel safe as $$
  with recursive days as (
    (select n.day from public.notifications n
      where n.user_id = viewer and n.day <= coalesce(upto, 'infinity') order by n.day desc limit 1)
    union all
    select (select n.day from public.notifications n
      where n.user_id = viewer and n.day < days.day order by n.day desc limit 1)
    from days where days.day is not null)
  select days.day from days where days.day is not null
$$;
comment on function notification_days(uuid, date) is
  'The days with notifications, newest first. A viral day can be a single entry with 100,000 rows, so this and '
  'notification_lines skip from entry to entry instead of grouping rows.';

create function notification_lines(viewer uuid, day date)
  returns table (type text, target_id uuid, media_index smallint) language sql stable parallel safe as $$
  with recursive lines as (
    (select n.type, n.target_id, n.media_index from public.notifications n
      where n.user_id = viewer and n.day = notification_lines.day
      order by n.type, n.target_id, n.media_index limit 1)
    union all
    select next.* from lines cross join lateral (
      select n.type, n.target_id, n.media_index from public.notifications n
      where n.user_id = viewer and n.day = notification_lines.day
        and (n.type, n.target_id, n.media_index) > (lines.type, lines.target_id, lines.media_index)
      order by n.type, n.target_id, n.media_index limit 1) next)
  select * from lines
$$;
comment on function notification_lines(uuid, date) is
  'A day''s entries, including ones whose notifications are all invisible.';

create function notifications_of_line(viewer uuid, type text, target_id uuid, media_index smallint, day date)
  returns setof notifications language sql stable parallel safe as $$
  select n.* from public.notifications_by_visible_people(viewer) n
  where n.type = notifications_of_line.type and n.target_id = notifications_of_line.target_id
    and n.media_index = notifications_of_line.media_index and n.day = notifications_of_line.day
$$;
comment on function notifications_of_line(uuid, text, uuid, smallint, date) is
  'An entry''s notifications from people the viewer can see.';

create function notified_list_spots(viewer uuid, list_id uuid, since timestamptz, day date)
  returns table (added_at timestamptz, spot_id uuid, spot_name text, list_name text)
  language sql stable parallel safe as $$
  select added.added_at, s.id, s.name, l.name
  from public.list_spots added join public.editable_lists(viewer) l on l.id = added.list_id
    join public.visible_spots(viewer) s on s.id = added.spot_id
  where added.list_id = notified_list_spots.list_id and added.added_at >= since
    and (added.added_at at time zone 'UTC')::date = notified_list_spots.day
$$;
comment on function notified_list_spots(uuid, uuid, timestamptz, date) is
  'Visible spots added to a list on the same date, since a notification was created.';

create function has_visible_target(viewer uuid, n notifications) returns setof boolean
  language sql stable parallel safe as $$
  select true
  where (n.post_id is null or (select true from public.visible_posts(viewer) p where p.id = n.post_id))
    and (n.discussion_id is null
      or (select true from public.visible_discussions(viewer) d where d.id = n.discussion_id))
    and case n.type
      when 'spot_near' then exists (select from public.spots_near near
        join public.visible_new_spots(viewer) s on s.id = near.spot_id where near.notification_id = n.id offset 0)
      when 'area_changes' then exists (select from public.visible_area_updates(viewer) up
        where up.notification_id = n.id offset 0)
      when 'list_spots' then exists (
        select from public.notified_list_spots(viewer, n.target_id, n.created_at, n.day) offset 0)
      when 'spot_state' then exists (select from public.spots s where s.id = n.spot_id and s.deleted_at is null)
      when 'saved_spot_state' then exists (select from public.visible_spots(viewer) s where s.id = n.spot_id offset 0)
      else true end
$$;
comment on function has_visible_target(uuid, notifications) is
  'One row if the viewer can see what a notification is about: its spot isn''t deleted, moderators didn''t hide it, and the '
  'viewer can see its owner and is in its audience. People can always see their own spots.';

create function notified_new_spots(viewer uuid, notification_id uuid) returns table (newest json, count int)
  language sql stable parallel safe as $$
  select (array_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at desc, s.id desc))[1],
    count(*)::int
  from public.spots_near near join public.visible_new_spots(viewer) s on s.id = near.spot_id
  where near.notification_id = notified_new_spots.notification_id
$$;
comment on function notified_new_spots(uuid, uuid) is
  'The visible new spots that a notification is about.';

create function notified_list(viewer uuid, list_id uuid, since timestamptz, day date)
  returns table (newest json, count int, list json) language sql stable parallel safe as $$
  select (array_agg(json_build_object('id', added.spot_id, 'name', added.spot_name)
      order by added.added_at desc, added.spot_id desc))[1],
    count(*)::int, (array_agg(json_build_object('id', notified_list.list_id, 'name', added.list_name)))[1]
  from public.notified_list_spots(viewer, list_id, since, day) added
$$;
comment on function notified_list(uuid, uuid, timestamptz, date) is
  'The list that a notification is about, with its spots (notified_list_spots).';

create function notified_areas(viewer uuid, notification_id uuid) returns table (area json)
  language sql stable parallel safe as $$
  select case when count(*) > 0 then json_build_object(
    'id', (array_agg(up.area_id order by up.added_at desc, up.id))[1],
    'name', (array_agg(a.name order by up.added_at desc, up.id))[1],
    'others', count(distinct up.area_id) - 1, 'spots', count(*) filter (where up.kind = 'spot'),
    'states', count(*) filter (where up.kind = 'state'), 'bulletins', count(*) filter (where up.kind = 'bulletin')) end
  from public.visible_area_updates(viewer) up join public.steward_areas a on a.id = up.area_id
  where up.notification_id = notified_areas.notification_id
$$;
comment on function notified_areas(uuid, uuid) is
  'The areas that a notification is about: the one with the newest visible change, and what changed in all of them.';

create function photo_link_json(url text) returns json language sql stable parallel safe as $$
  select case when url is not null then
    json_build_object('url', url, 'host', substring(url from '^https?://([^/]+)/')) end
$$;
comment on function photo_link_json(text) is
  'A post''s photo on another site, as in the contract''s Post.';

-- Squares at the chosen level are as large as the box, so its four corners identify every square it touches.
create function spots_around(bounds box) returns setof spots language sql stable parallel safe as $$
  select s.* from (
    select distinct below, public.nollie_quadkey(lat, case when lng >= 180 then lng - 360 else lng end) >> below as square
    from (values
      ((bounds[0])[0], (bounds[0])[1]), ((bounds[0])[0], (bounds[1])[1]),
      ((bounds[1])[0], (bounds[0])[1]), ((bounds[1])[0], (bounds[1])[1])) corner (lng, lat)
    cross join (
      select 52 - 2 * least(16, floor(ln(360 / greatest(width(bounds), height(bounds)
        / cos(radians(least(85, greatest(abs((bounds[0])[1]), abs((bounds[1])[1]))))))) / ln(2)))::int as below) level
  ) squares cross join lateral (
    select one.* from public.spots one where one.deleted_at is null and one.qk >= squares.square << below
      and one.qk < (squares.square + 1) << below offset 0) s
$$;
comment on function spots_around(box) is
  'Spots in the map squares that overlap a box of longitudes and latitudes, through the index on Morton codes. Includes '
  'spots that a viewer can''t see.';
