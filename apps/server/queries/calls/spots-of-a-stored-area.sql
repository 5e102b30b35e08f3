-- spots of a stored area

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid[]: from unnest($3::uuid[]) with ordinality wanted (id, ordinal)
-- $4 uuid: and withheld.created_by = $4::uuid
-- $5 uuid: where f.follower_id = $5::uuid
-- $6 uuid: and f.following_id = $6::uuid
-- $7 uuid: and $7::uuid is not null
-- $8 uuid: and b.blocked_id = $8::uuid
-- $9 uuid: or b.blocker_id = $9::uuid
-- $10 uuid: where b.blocker_id = $10::uuid
-- $11 uuid: where b.blocked_id = $11::uuid
-- $12 uuid: and withheld.created_by = $12::uuid
-- $13 uuid: where f.follower_id = $13::uuid
-- $14 uuid: and f.following_id = $14::uuid
-- $15 uuid: and $15::uuid is not null
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
select coalesce(
    json_agg(
      json_build_object(
        'id', s.id,
        'name', s.name,
        'description', case
          when (
            "s"."description_by" is null
            or (
              "s"."description_by" <> all (
                array(
                  select b.blocked_id
                  from blocks b
                  where b.blocker_id = $1::uuid
                  union
                  select b.blocker_id
                  from blocks b
                  where b.blocked_id = $2::uuid
                )
              )
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = "s"."description_by"
                  and hidden_profile.is_hidden
              )
            )
          ) then s.description
        end,
        'city', s.city,
        'state', s.state,
        'country', s.country,
        'latitude', s.latitude,
        'longitude', s.longitude,
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
from unnest($3::uuid[]) with ordinality wanted (id, ordinal)
  join spots s on s.id = wanted.id
  and s.deleted_at is null
  and (
    "s"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "s"."id"
        and withheld.audience <> all (array['everybody'])
        and (
          withheld.audience in ('members', 'mutuals', 'only_me')
          and withheld.created_by = $4::uuid
          or withheld.audience in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $5::uuid
              and f.following_id = withheld.created_by
          )
          and exists (
            select from follows f
            where f.follower_id = withheld.created_by
              and f.following_id = $6::uuid
          )
          or withheld.audience in ('members')
          and $7::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = withheld.created_by
              and b.blocked_id = $8::uuid
              or b.blocker_id = $9::uuid
              and b.blocked_id = withheld.created_by
          )
        ) is not true
    )
  )
  left join media cover on cover.id = s.cover_media_id
  and exists (
    select from post_media of_post
      join posts shown on shown.id = of_post.post_id
    where of_post.media_id = "cover"."id"
      and shown.hidden_at is null
      and (
        "shown"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $10::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $11::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "shown"."user_id"
            and hidden_profile.is_hidden
        )
      )
      and (
        "shown"."spot_id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "shown"."spot_id"
            and withheld.audience <> all (array['everybody'])
            and (
              withheld.audience in ('members', 'mutuals', 'only_me')
              and withheld.created_by = $12::uuid
              or withheld.audience in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $13::uuid
                  and f.following_id = withheld.created_by
              )
              and exists (
                select from follows f
                where f.follower_id = withheld.created_by
                  and f.following_id = $14::uuid
              )
              or withheld.audience in ('members')
              and $15::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = withheld.created_by
                  and b.blocked_id = $16::uuid
                  or b.blocker_id = $17::uuid
                  and b.blocked_id = withheld.created_by
              )
            ) is not true
        )
      )
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

-- $1 uuid[]: where id = any ($1::uuid[])
-- $2 uuid: and withheld.created_by = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and $5::uuid is not null
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
select id,
  address,
  has_video
from spots
where id = any ($1::uuid[])
  and (
    "spots"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "spots"."id"
        and withheld.audience <> all (array['everybody'])
        and (
          withheld.audience in ('members', 'mutuals', 'only_me')
          and withheld.created_by = $2::uuid
          or withheld.audience in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $3::uuid
              and f.following_id = withheld.created_by
          )
          and exists (
            select from follows f
            where f.follower_id = withheld.created_by
              and f.following_id = $4::uuid
          )
          or withheld.audience in ('members')
          and $5::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = withheld.created_by
              and b.blocked_id = $6::uuid
              or b.blocker_id = $7::uuid
              and b.blocked_id = withheld.created_by
          )
        ) is not true
    )
  )

-- ../prepared/viewer_by_token.sql

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 uuid: and withheld.created_by = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and $6::uuid is not null
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 double precision: and (s.latitude between $9 and $10 and s.longitude between $11 and $12)
-- $10 double precision: and (s.latitude between $9 and $10 and s.longitude between $11 and $12)
-- $11 double precision: and (s.latitude between $9 and $10 and s.longitude between $11 and $12)
-- $12 double precision: and (s.latitude between $9 and $10 and s.longitude between $11 and $12)
-- $13 bigint: limit $13
-- $14 bigint: limit $14
select qk,
  id
from (
    select spot.*
    from unnest($1::bigint[], $2::bigint[]) r (low, high)
      cross join lateral (
        select s.qk,
          s.id,
          s.cover_media_id
        from spots s
        where s.deleted_at is null
          and s.left_map_at is null
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
                and withheld.audience <> all (array['everybody'])
                and (
                  withheld.audience in ('members', 'mutuals', 'only_me')
                  and withheld.created_by = $3::uuid
                  or withheld.audience in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $4::uuid
                      and f.following_id = withheld.created_by
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = withheld.created_by
                      and f.following_id = $5::uuid
                  )
                  or withheld.audience in ('members')
                  and $6::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = withheld.created_by
                      and b.blocked_id = $7::uuid
                      or b.blocker_id = $8::uuid
                      and b.blocked_id = withheld.created_by
                  )
                ) is not true
            )
          )
          and s.qk >= r.low
          and s.qk < r.high
          and (s.latitude between $9 and $10 and s.longitude between $11 and $12)
        order by s.qk,
          s.id
        limit $13
      ) spot
    order by spot.qk,
      spot.id
    limit $14
  ) spot
