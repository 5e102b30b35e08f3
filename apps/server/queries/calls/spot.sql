-- spot

-- $1 uuid: exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
-- $2 uuid: and "s"."created_by" = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and in_crew.user_id = $5::uuid
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: or not exists (select from withheld_spots ($11::uuid) withheld where withheld.id = "s"."id" offset 0)
-- $12 uuid: left join visible_people ($12::uuid) who on who.user_id = s.created_by
-- $13 uuid: from visible_posts ($13::uuid) p
-- $14 uuid: where s.id = $14
select case
    when exact.spot_id is null then "s"."address"
    else "exact"."address"
  end as address,
  case
    when exact.spot_id is null then "s"."postal_code"
    else "exact"."postal_code"
  end as postal_code,
  who.user_id as created_by,
  s.version,
  exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
  to_char("s"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  s.source_id,
  to_char("s"."source_missing_since" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as source_missing_since,
  case
    when who.user_id is not null then json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    )
  end as creator,
  coalesce(files.images, '[]') as additional_images,
  coalesce(files.videos, '[]') as videos
from spots s
  left join lateral (
    select exactly.*
    from spot_positions exactly
    where exactly.spot_id = s.id
      and s.precision <> 'exact'
      and coalesce(
        (
          "s"."exact_for" in ('members', 'mutuals', 'crew', 'only_me')
          and "s"."created_by" = $2::uuid
          or "s"."exact_for" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $3::uuid
              and f.following_id = "s"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "s"."created_by"
              and f.following_id = $4::uuid
          )
          or "s"."exact_for" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "s"."crew_id"
              and in_crew.user_id = $5::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "s"."created_by"
              and b.blocked_id = $6::uuid
              or b.blocker_id = $7::uuid
              and b.blocked_id = "s"."created_by"
          )
          or "s"."exact_for" in ('members')
          and $8::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "s"."created_by"
              and b.blocked_id = $9::uuid
              or b.blocker_id = $10::uuid
              and b.blocked_id = "s"."created_by"
          )
        ),
        false
      )
      and (
        "s"."id" is null
        or not exists (select from withheld_spots ($11::uuid) withheld where withheld.id = "s"."id" offset 0)
      )
  ) exact on true
  left join visible_people ($12::uuid) who on who.user_id = s.created_by
  cross join lateral (
    select json_agg(
        (
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
          ) ->> 'url'
        )
        order by pm.media_index
      ) filter (where m.type = 'image' and m.id is distinct from s.cover_media_id) as images,
      json_agg(
        (
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
          ) ->> 'url'
        )
        order by pm.media_index
      ) filter (where m.type = 'video') as videos
    from visible_posts ($13::uuid) p
      join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id
    where p.spot_id = s.id
      and p.kind = 'spot'
      and m.status = 'ready'
  ) files
where s.id = $14
  and s.deleted_at is null

-- $1 uuid: "s"."description_by" <> all (array(select b from blocked_people ($1::uuid) b))
-- $2 uuid: and "s"."created_by" = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and in_crew.user_id = $5::uuid
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: and in_crew.user_id = $11::uuid
-- $12 uuid[]: from unnest($12::uuid[]) with ordinality wanted (id, ordinal)
-- $13 uuid: join visible_spots ($13::uuid) s on s.id = wanted.id
-- $14 uuid: and "s"."created_by" = $14::uuid
-- $15 uuid: where f.follower_id = $15::uuid
-- $16 uuid: and f.following_id = $16::uuid
-- $17 uuid: and in_crew.user_id = $17::uuid
-- $18 uuid: and b.blocked_id = $18::uuid
-- $19 uuid: or b.blocker_id = $19::uuid
-- $20 uuid: and $20::uuid is not null
-- $21 uuid: and b.blocked_id = $21::uuid
-- $22 uuid: or b.blocker_id = $22::uuid
-- $23 uuid: or not exists (select from withheld_spots ($23::uuid) withheld where withheld.id = "s"."id" offset 0)
-- $24 uuid: join visible_posts ($24::uuid) shown on shown.id = of_post.post_id
select coalesce(
    json_agg(
      json_build_object(
        'id', s.id,
        'name', s.name,
        'description', case
          when (
            "s"."description_by" is null
            or (
              "s"."description_by" <> all (array(select b from blocked_people ($1::uuid) b))
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = "s"."description_by"
                  and hidden_profile.is_hidden
              )
            )
          ) then s.description
        end,
        'city', case
          when exact.spot_id is null then "s"."city"
          else "exact"."city"
        end,
        'state', case
          when exact.spot_id is null then "s"."state"
          else "exact"."state"
        end,
        'country', case
          when exact.spot_id is null then "s"."country"
          else "exact"."country"
        end,
        'latitude', case
          when exact.spot_id is null then "s"."latitude"
          else "exact"."latitude"
        end,
        'longitude', case
          when exact.spot_id is null then "s"."longitude"
          else "exact"."longitude"
        end,
        'difficulty_level', s.difficulty_level,
        'spot_type', s.spot_type,
        'spot_types', coalesce(s.spot_types, '{}'),
        'photo', case
          when cover.id is not null then json_build_object(
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
        end,
        'photo_url', case
          when cover.thumbhash is not null then '/media/' || cover.key || '/1080.webp'
        end,
        'cover_item', (
          select json_build_object('post_id', covers.post_id, 'media_index', covers.media_index)
          from post_media covers
          where covers.media_id = cover.id
        ),
        'status', s.status,
        'standing', json_build_object(
          'state', case
            when "s"."status" = 'gone' then 'gone'
            else coalesce("s"."spot_state", case when "s"."source" is null then 'open' else 'unverified' end)
          end,
          'until', case
            when s.status <> 'gone' then s.state_until
          end,
          'confirmed_at', to_char("s"."confirmed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'confirmed_by', s.confirmed_by,
          'is_doubtful', s.status <> 'gone'
          and (
            coalesce(
              s.confirmed_at,
              case
                when s.source is null then s.created_at
              end,
              '-infinity'
            ) < greatest(now() - make_interval(months => 18), s.source_missing_since)
          )
        ),
        'audience', s.audience,
        'precision', s.precision,
        'is_exact', (s.precision = 'exact' or exact.spot_id is not null),
        'exact_for', case
          when coalesce(
            (
              "s"."exact_for" in ('members', 'mutuals', 'crew', 'only_me')
              and "s"."created_by" = $2::uuid
              or "s"."exact_for" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $3::uuid
                  and f.following_id = "s"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "s"."created_by"
                  and f.following_id = $4::uuid
              )
              or "s"."exact_for" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "s"."crew_id"
                  and in_crew.user_id = $5::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "s"."created_by"
                  and b.blocked_id = $6::uuid
                  or b.blocker_id = $7::uuid
                  and b.blocked_id = "s"."created_by"
              )
              or "s"."exact_for" in ('members')
              and $8::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "s"."created_by"
                  and b.blocked_id = $9::uuid
                  or b.blocker_id = $10::uuid
                  and b.blocked_id = "s"."created_by"
              )
            ),
            false
          ) then s.exact_for
        end,
        'opens_at', to_char("s"."opens_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'opens_to', s.opens_to,
        'crew', case
          when exists (
            select from crew_members in_crew
            where in_crew.crew_id = "s"."crew_id"
              and in_crew.user_id = $11::uuid
          ) then (
            select json_build_object('id', crew.id, 'name', crew.name)
            from crews crew
            where crew.id = s.crew_id
          )
        end,
        'posts_count', counts.posts,
        'likes_count', counts.likes,
        'comments_count', counts.comments,
        'facts', (
          select json_build_object(
              'surface', f.surface,
              'light_at_night', f.light_at_night,
              'obstacle', (
                select json_build_object('kind', o.kind, 'height_cm', o.height_cm, 'stairs', o.stairs)
                from spot_obstacles o
                where o.spot_id = f.spot_id
                order by o.since,
                  o.id
                limit 1
              )
            )
          from spot_facts f
          where f.spot_id = s.id
            and f.version > 0
        ),
        'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'source', case
          when s.source is not null then json_build_object('name', s.source, 'licence', s.source_licence, 'url', s.source_url)
        end
      )
      order by wanted.ordinal
    ),
    '[]'
  )::text as cards
from unnest($12::uuid[]) with ordinality wanted (id, ordinal)
  join visible_spots ($13::uuid) s on s.id = wanted.id
  left join lateral (
    select exactly.*
    from spot_positions exactly
    where exactly.spot_id = s.id
      and s.precision <> 'exact'
      and coalesce(
        (
          "s"."exact_for" in ('members', 'mutuals', 'crew', 'only_me')
          and "s"."created_by" = $14::uuid
          or "s"."exact_for" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $15::uuid
              and f.following_id = "s"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "s"."created_by"
              and f.following_id = $16::uuid
          )
          or "s"."exact_for" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "s"."crew_id"
              and in_crew.user_id = $17::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "s"."created_by"
              and b.blocked_id = $18::uuid
              or b.blocker_id = $19::uuid
              and b.blocked_id = "s"."created_by"
          )
          or "s"."exact_for" in ('members')
          and $20::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "s"."created_by"
              and b.blocked_id = $21::uuid
              or b.blocker_id = $22::uuid
              and b.blocked_id = "s"."created_by"
          )
        ),
        false
      )
      and (
        "s"."id" is null
        or not exists (select from withheld_spots ($23::uuid) withheld where withheld.id = "s"."id" offset 0)
      )
  ) exact on true
  left join media cover on cover.id = s.cover_media_id
  and exists (
    select from post_media of_post
      join visible_posts ($24::uuid) shown on shown.id = of_post.post_id
    where of_post.media_id = "cover"."id"
  )
  cross join lateral (
    select count(*) as posts,
      coalesce(sum(items.likes), 0) as likes,
      coalesce(sum(items.comments), 0) as comments
    from posts p
      cross join lateral (
        select sum(pm.like_count) as likes,
          sum(pm.comment_count) as comments
        from post_media pm
        where pm.post_id = p.id
      ) items
    where p.spot_id = s.id
      and p.hidden_at is null
  ) counts

-- ../prepared/viewer_by_token.sql
