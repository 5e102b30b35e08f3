-- Whole shapes that many statements show. PostgreSQL inlines them, like the functions of 044 and 046
-- (docs/decisions/0131-visible-rows.md).

create function hidden_on(posts uuid[], people uuid[]) returns table (likes jsonb, comments jsonb)
  language sql stable parallel safe as $$
  select (select jsonb_object_agg(h.post_id || ' ' || h.media_index, h.likes) from public.likes_on(posts, people) h),
    (select jsonb_object_agg(h.post_id || ' ' || h.media_index, h.comments) from public.comments_on(posts, people) h)
$$;
comment on function hidden_on(uuid[], uuid[]) is
  'likes_on and comments_on as objects with a key per item, its post and index, because only one row can be passed to '
  'another function. An object is null if it is empty.';

-- The creator's condition is the one of visible_people, from the blocks that the statement has already read.
create function post_json(viewer uuid, p posts, across uuid[], hidden_likes jsonb, hidden_comments jsonb)
  returns table (post json) language sql stable parallel safe as $$
  select json_build_object('id', p.id, 'kind', p.kind, 'user_id', p.user_id, 'user', public.person_json(who),
    'spot_id', p.spot_id, 'spot', case when s.id is not null then public.post_spot_json(s, creator.user_id) end,
    'audience', p.audience,
    'crew', (select json_build_object('id', crew.id, 'name', crew.name) from public.crews crew where crew.id = p.crew_id),
    'title', p.title, 'content', p.content,
    'mentions', (select m.mentions from public.mentions_in_post(viewer, p.id) m), 'media', items.media,
    'photo_link', public.photo_link_json(p.photo_url), 'words', items.words, 'comments_count', items.comments,
    'saved', exists (
      select from public.saved_posts saved where saved.post_id = p.id and saved.user_id = viewer),
    'version', p.version,
    'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from public.profiles who
    left join public.spots s on s.id = p.spot_id
    left join public.profiles creator on creator.user_id = s.created_by
      and not creator.is_hidden
      and creator.user_id <> all (across)
    cross join lateral (
      select
        coalesce(json_agg(json_build_object('media_index', item.media_index, 'media', public.media_json(m),
          'likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked,
          'is_cover', coalesce(item.media_id = s.cover_media_id, false))
          order by item.media_index) filter (where m.status in ('processing', 'ready')), '[]') as media,
        json_agg(json_build_object('likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked))
          filter (where item.media_id is null) -> 0 as words,
        sum(item.comments) as comments
      from (
        select pm.media_index, pm.media_id,
          pm.like_count + waiting.likes
            - coalesce((hidden_likes ->> (pm.post_id || ' ' || pm.media_index))::bigint, 0) as likes,
          pm.comment_count + waiting.comments
            - coalesce((hidden_comments ->> (pm.post_id || ' ' || pm.media_index))::bigint, 0) as comments,
          exists (select from public.likes l
            where l.post_id = pm.post_id and l.media_index = pm.media_index and l.user_id = viewer) as liked
        from public.post_media pm
          cross join lateral public.waiting_counts(pm.post_id, pm.media_index) waiting
        where pm.post_id = p.id
        offset 0
      ) item
      left join public.media m on m.id = item.media_id
    ) items
  where who.user_id = p.user_id
$$;
comment on function post_json(uuid, posts, uuid[], jsonb, jsonb) is
  'The contract''s Post, from a row of visible_posts. across are the people with a block between them and the viewer, and '
  'the objects come from hidden_on for the whole page.';

create function list_summary(viewer uuid, list_id uuid) returns table (count bigint, photo json)
  language sql stable parallel safe as $$
  select
    (select count(*) from public.list_spots ls
      cross join lateral (select from public.visible_spots(viewer) one where one.id = ls.spot_id offset 0) s
      where ls.list_id = list_summary.list_id),
    (select public.media_json(cover.item) from public.list_spots ls
      cross join lateral (
        select one.cover_media_id from public.visible_spots(viewer) one where one.id = ls.spot_id offset 0) s
      cross join lateral (
        select m as item from public.visible_media(viewer) m where m.id = s.cover_media_id offset 0) cover
      where ls.list_id = list_summary.list_id
      order by ls.position, ls.added_at, ls.spot_id limit 1)
$$;
comment on function list_summary(uuid, uuid) is
  'How many of a list''s spots the viewer can see, and the first of their photos.';

create function message_share(viewer uuid, m messages) returns table (shared json)
  language sql stable parallel safe as $$
  select case when m.shared is not null then json_build_object('kind', m.shared,
    'spot', (
      select json_build_object('id', s.id, 'name', s.name, 'city', s.city,
        'photo', case when cover.status = 'ready' then public.media_json(cover) end)
      from public.visible_spots(viewer) s left join public.visible_media(viewer) cover on cover.id = s.cover_media_id
      where s.id = m.spot_id),
    'post', (
      select json_build_object('id', p.id, 'media_index', m.media_index, 'user', public.person_json(author),
        'title', p.title, 'spot_id', p.spot_id,
        'media', case when md.status in ('processing', 'ready') then public.media_json(md) end)
      from public.visible_posts(viewer) p join public.profiles author on author.user_id = p.user_id
        join public.post_media pm on pm.post_id = p.id and pm.media_index = m.media_index
        left join public.media md on md.id = pm.media_id
      where p.id = m.post_id),
    'list', (
      select json_build_object('id', l.id, 'key', case when l.link = m.list_link then l.link else l.id::text end,
        'user', public.person_json(owner), 'name', l.name, 'spots_count', spots.count, 'photo', spots.photo)
      from public.visible_lists(viewer, m.list_link) l join public.profiles owner on owner.user_id = l.user_id
        cross join lateral public.list_summary(viewer, l.id) spots
      where l.id = m.list_id)) end
$$;
comment on function message_share(uuid, messages) is
  'The spot, item, or list in a message, for its reader. Null if it is deleted, hidden, or by someone the reader can''t see.';

create function person_totals(viewer uuid, person uuid)
  returns table (spots_count int, posts_count int, followers_count int, following_count int)
  language sql stable parallel safe as $$
  select (c.spots_count + queued.spots)::int, (c.posts_count + queued.posts)::int,
    (c.followers_count + queued.followers - (
      select count(*) from unnest(array(select b from public.blocked_people(viewer) b)) theirs (user_id)
      cross join lateral (select from public.follows f
        where f.following_id = c.user_id and f.follower_id = theirs.user_id offset 0) found
      where not exists (
        select from public.profiles hidden where hidden.user_id = theirs.user_id and hidden.is_hidden)))::int,
    (c.following_count + queued.following - (
      select count(*) from unnest(array(select b from public.blocked_people(viewer) b)) theirs (user_id)
      cross join lateral (select from public.follows f
        where f.follower_id = c.user_id and f.following_id = theirs.user_id offset 0) found
      where not exists (
        select from public.profiles hidden where hidden.user_id = theirs.user_id and hidden.is_hidden)))::int
  from public.person_counts c cross join lateral (
    select coalesce(sum(d.delta) filter (where d.counter = 'spots'), 0) as spots,
      coalesce(sum(d.delta) filter (where d.counter = 'posts'), 0) as posts,
      coalesce(sum(d.delta) filter (where d.counter = 'followers'), 0) as followers,
      coalesce(sum(d.delta) filter (where d.counter = 'following'), 0) as following
    from public.person_delta d where d.user_id = c.user_id) queued
  where c.user_id = person
$$;
comment on function person_totals(uuid, uuid) is
  'A person''s counts with queued changes, without follows by or of people with a block between them and the viewer. '
  'Stored counts already exclude hidden people. Starts from the few blocked people, because there can be 100,000 followers.';

create function acted_post(p posts, media_index smallint) returns table (post json, spot json)
  language sql stable parallel safe as $$
  select json_build_object('id', p.id, 'kind', p.kind, 'title', p.title, 'media_index', item.media_index,
      'media', case when m.status in ('processing', 'ready') then public.media_json(m) end,
      'user', public.person_json(who)),
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end
  from public.profiles who
    left join public.post_media item on item.post_id = p.id and item.media_index = acted_post.media_index
    left join public.media m on m.id = item.media_id
    left join public.spots s on s.id = p.spot_id and s.deleted_at is null
  where who.user_id = p.user_id
$$;
comment on function acted_post(posts, smallint) is
  'The post and spot of the contract''s ActivityItem, from a row of visible_posts and the index of the item.';

create function stewardship_at(person uuid, spot_id uuid, longitude double precision, latitude double precision)
  returns setof boolean language sql stable parallel safe as $$
  select true
  where exists (
      select from public.area_stewards named
        join public.profiles steward on steward.user_id = named.user_id
          and not steward.is_hidden
          and steward.former_at is null
        join public.steward_areas area on area.id = named.area_id
      where named.user_id = person
        and (area.shape @> point(longitude, latitude) or area.shape @> point(longitude + 360, latitude)))
    and not exists (select from public.withheld_spots(person) withheld where withheld.id = spot_id offset 0)
$$;
comment on function stewardship_at(uuid, uuid, double precision, double precision) is
  'One row if a person is an active steward of an area that contains the spot, and can see the spot. Uses the displayed '
  'position, so stewards learn nothing about the exact one. For an area that crosses the date line, longitudes exceed 180.';
