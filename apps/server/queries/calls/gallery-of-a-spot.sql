-- gallery of a spot

-- $1 uuid: "mentioned"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
-- $2 uuid: when cardinality(array(select b from blocked_people ($2::uuid) b)) = 0 then 0
-- $3 uuid: when "pm"."like_count" <= cardinality(array(select b from blocked_people ($3::uuid) b)) then (
-- $4 uuid: and hidden.user_id = any (array(select b from blocked_people ($4::uuid) b))
-- $5 uuid: from unnest(array(select b from blocked_people ($5::uuid) b)) person (user_id)
-- $6 uuid: when cardinality(array(select b from blocked_people ($6::uuid) b)) = 0 then 0
-- $7 uuid: when "pm"."comment_count" <= cardinality(array(select b from blocked_people ($7::uuid) b)) then (
-- $8 uuid: and (theirs.user_id = any (array(select b from blocked_people ($8::uuid) b))) is true
-- $9 uuid: from unnest(array(select b from blocked_people ($9::uuid) b)) person (user_id)
-- $10 uuid: and l.user_id = $10
-- $11 uuid: from visible_posts ($11::uuid) p
-- $12 uuid: where p.spot_id = $12
-- $13 bigint: limit $13
select p.id as post_id,
  pm.media_index,
  p.title,
  p.content,
  (
    select coalesce(
        json_agg(
          json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
          order by mentioned.username
        ),
        '[]'
      )
    from mentions mentioned
    where "mentioned"."post_id" = "p"."id"
      and (
        "mentioned"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "mentioned"."user_id"
            and hidden_profile.is_hidden
        )
      )
  ) as mentions,
  json_build_object(
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
  ) as media,
  json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as user,
  to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (
    pm.like_count + waiting.likes - case
      when cardinality(array(select b from blocked_people ($2::uuid) b)) = 0 then 0
      when "pm"."like_count" <= cardinality(array(select b from blocked_people ($3::uuid) b)) then (
        select count(*)
        from likes hidden
        where hidden.post_id = "pm"."post_id"
          and hidden.media_index = "pm"."media_index"
          and hidden.user_id = any (array(select b from blocked_people ($4::uuid) b))
      )
      else (
        select count(*)
        from unnest(array(select b from blocked_people ($5::uuid) b)) person (user_id)
          cross join lateral (
            select from likes hidden
            where hidden.post_id = "pm"."post_id"
              and hidden.media_index = "pm"."media_index"
              and hidden.user_id = person.user_id
            offset 0
          ) found
      )
    end
  )::int as likes_count,
  (
    pm.comment_count + waiting.comments - case
      when cardinality(array(select b from blocked_people ($6::uuid) b)) = 0 then 0
      when "pm"."comment_count" <= cardinality(array(select b from blocked_people ($7::uuid) b)) then (
        select count(distinct hidden.id)
        from (
            select theirs.id,
              theirs.hidden_at
            from comments theirs
            where theirs.post_id = "pm"."post_id"
              and theirs.media_index = "pm"."media_index"
              and (theirs.user_id = any (array(select b from blocked_people ($8::uuid) b))) is true
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
      )
      else (
        select count(distinct hidden.id)
        from unnest(array(select b from blocked_people ($9::uuid) b)) person (user_id)
          cross join lateral (
            select theirs.id,
              theirs.hidden_at
            from comments theirs
            where theirs.post_id = "pm"."post_id"
              and theirs.media_index = "pm"."media_index"
              and theirs.user_id = person.user_id
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
      )
    end
  )::int as comments_count,
  m.id is not distinct from s.cover_media_id as is_cover,
  exists (
    select from likes l
    where l.post_id = pm.post_id
      and l.media_index = pm.media_index
      and l.user_id = $10
  ) as liked
from visible_posts ($11::uuid) p
  join spots s on s.id = p.spot_id
  join post_media pm on pm.post_id = p.id
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
  join media m on m.id = pm.media_id
  join profiles who on who.user_id = p.user_id
where p.spot_id = $12
  and m.status in ('processing', 'ready')
order by p.created_at desc,
  p.id desc,
  pm.media_index
limit $13

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "id" = $1
-- $2 uuid: or not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = "spots"."id" offset 0)
select "id"
from "spots"
where "id" = $1
  and "deleted_at" is null
  and (
    "spots"."id" is null
    or not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = "spots"."id" offset 0)
  )
