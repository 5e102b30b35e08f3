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
