-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 timestamp with time zone: and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
-- $3 uuid: and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
-- $4 integer: and (p.id <> $3::uuid or pm.media_index > $4::int)
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select seen.*,
      row_number() over () as number
    from (
        select p.id as post_id,
          p.title,
          p.content,
          p.kind,
          p.user_id,
          p.spot_id,
          p.created_at,
          pm.media_index,
          pm.media_id
        from visible_posts ($1::uuid) p
          join post_media pm on pm.post_id = p.id
          join media m on m.id = pm.media_id
          and m.status in ('processing', 'ready')
        where p.kind <> 'text'
          and p.kind <> 'profile_picture'
          and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
          and (p.id <> $3::uuid or pm.media_index > $4::int)
        order by p.created_at desc,
          p.id desc,
          pm.media_index
        limit 31
      ) seen
  ),
  hidden_likes as materialized (
    select post_id,
      media_index,
      count(*)
    from unnest((select ids from across)::uuid[]) person (user_id)
      cross join lateral (
        select post_id,
          media_index
        from "likes" own
        where own.user_id = person.user_id
          and own.post_id = any (array(select post_id from page))
        offset 0
      ) theirs
    group by 1,
      2
  ),
  hidden_comments as materialized (
    select theirs.post_id,
      theirs.media_index,
      count(distinct hidden.id)
    from unnest((select ids from across)::uuid[]) person (user_id)
      cross join lateral (
        select id,
          hidden_at,
          post_id,
          media_index
        from "comments" own
        where own.user_id = person.user_id
          and own.post_id = any (array(select post_id from page))
        offset 0
      ) theirs
      cross join lateral (
        select theirs.id
        where theirs.hidden_at is null
        union all
        (
          select reply.id
          from comments reply
          where reply.parent_comment_id = theirs.id
            and reply.hidden_at is null
          offset 0
        )
      ) hidden
    group by 1,
      2
  )
select json_build_object(
    'post_id', it.post_id,
    'media_index', it.media_index,
    'media', json_build_object(
      'id', "m"."id",
      'type', "m"."type",
      'status', "m"."status",
      'base', case
        when "m"."thumbhash" is not null then '/media/' || "m"."key"
      end,
      'url', case
        when "m"."status" = 'ready' then '/media/' || "m"."key" || case "m"."type"
          when 'video' then '/video.mp4'
          else '/1080.webp'
        end
      end,
      'width', "m"."width",
      'height', "m"."height",
      'thumbhash', "m"."thumbhash",
      'duration', "m"."duration",
      'failure', "m"."failure"
    ),
    'title', it.title,
    'content', it.content,
    'mentions', (
      select coalesce(
          json_agg(
            json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
            order by mentioned.username
          ),
          '[]'
        )
      from mentions mentioned
      where "mentioned"."post_id" = "it"."post_id"
        and (
          "mentioned"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "mentioned"."user_id"
              and hidden_profile.is_hidden
          )
        )
    ),
    'kind', it.kind,
    'user_id', it.user_id,
    'user', json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    ),
    'spot_id', it.spot_id,
    'spot', case
      when s.id is not null then json_build_object(
        'id', s.id,
        'name', s.name,
        'city', s.city,
        'state', s.state,
        'spot_type', s.spot_type,
        'status', s.status,
        'created_by', case
          when (
            "s"."created_by" <> all ((select ids from across)::uuid[])
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "s"."created_by"
                and hidden_profile.is_hidden
            )
          ) then s.created_by
        end
      )
    end,
    'created_at', to_char("it"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'likes_count', pm.like_count + waiting.likes - coalesce(
      (
        select counted.count
        from "hidden_likes" counted
        where counted.post_id = "pm"."post_id"
          and counted.media_index = "pm"."media_index"
      ),
      0
    ),
    'comments_count', pm.comment_count + waiting.comments - coalesce(
      (
        select counted.count
        from "hidden_comments" counted
        where counted.post_id = "pm"."post_id"
          and counted.media_index = "pm"."media_index"
      ),
      0
    ),
    'liked', exists (
      select from likes l
      where l.post_id = it.post_id
        and l.media_index = it.media_index
        and l.user_id = $1::uuid
    ),
    'is_cover', coalesce(it.media_id = s.cover_media_id, false)
  )::text as item,
  it.post_id,
  to_char("it"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  it.media_index,
  (select count(*) from page) > 30 as more
from page it
  join post_media pm on pm.post_id = it.post_id
  and pm.media_index = it.media_index
  join media m on m.id = it.media_id
  join profiles who on who.user_id = it.user_id
  left join spots s on s.id = it.spot_id
  left join lateral (
    select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0) as likes,
      coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0) as comments
    from (
        select counter,
          delta
        from counter_delta
        where post_id = "pm"."post_id"
          and media_index = "pm"."media_index"
        order by id desc
        limit 20
      ) line
  ) waiting on true
where it.number <= 30
order by it.number
