-- lists

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
-- $4 uuid: cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
-- $5 uuid: join visible_posts ($5::uuid) shown on shown.id = of_post.post_id
-- $6 uuid: and named.spot_id = $6::uuid
-- $7 uuid: select from withheld_spots ($7::uuid) withheld
-- $8 uuid: where l.user_id = $8::uuid
-- $9 uuid: or l.crew_id in (select mine.crew_id from crew_members mine where mine.user_id = $9::uuid)
-- $10 uuid: "l"."user_id" <> all (array(select b from blocked_people ($10::uuid) b))
select json_build_object(
    'id', l.id,
    'owner', json_build_object(
      'user_id', "owner"."user_id",
      'username', "owner"."username",
      'full_name', "owner"."full_name",
      'avatar_url', "owner"."avatar_url"
    ),
    'is_own', coalesce(l.user_id = $1::uuid, false),
    'name', l.name,
    'description', l.description,
    'visibility', l.visibility,
    'crew', (
      select json_build_object('id', crew.id, 'name', crew.name)
      from crews crew
      where crew.id = l.crew_id
    ),
    'link', case
      when l.user_id = $2::uuid then l.link
    end,
    'is_hidden', l.hidden_at is not null,
    'spots_count', (
      select count(*)
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
    ),
    'photo', (
      select json_build_object(
          'id', "cover"."id",
          'type', "cover"."type",
          'status', "cover"."status",
          'base', case
            when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
          end,
          'url', case
            when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
              when 'video' then '/video.mp4'
              else '/1080.webp'
            end
          end,
          'width', "cover"."width",
          'height', "cover"."height",
          'thumbhash', "cover"."thumbhash",
          'duration', "cover"."duration",
          'failure', "cover"."failure"
        )
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
        cross join lateral (
          select m.*
          from media m
          where m.id = s.cover_media_id
            and exists (
              select from post_media of_post
                join visible_posts ($5::uuid) shown on shown.id = of_post.post_id
              where of_post.media_id = "m"."id"
            )
          offset 0
        ) cover
      order by ls.position,
        ls.added_at,
        ls.spot_id
      limit 1
    ),
    'updated_at', to_char("l"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as list,
  exists (
    select from list_spots named
    where named.list_id = l.id
      and named.spot_id = $6::uuid
      and (
        "named"."spot_id" is null
        or not exists (
          select from withheld_spots ($7::uuid) withheld
          where withheld.id = "named"."spot_id"
          offset 0
        )
      )
  ) as has_spot
from lists l
  join profiles owner on owner.user_id = l.user_id
where l.user_id = $8::uuid
  or l.crew_id in (select mine.crew_id from crew_members mine where mine.user_id = $9::uuid)
  and l.hidden_at is null
  and (
    "l"."user_id" <> all (array(select b from blocked_people ($10::uuid) b))
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "l"."user_id"
        and hidden_profile.is_hidden
    )
  )
order by l.updated_at desc,
  l.id desc

-- ../prepared/viewer_by_token.sql
