-- $1 uuid: select from visible_people ($1::uuid) author
-- $2 uuid[]: from unnest($2::uuid[]) with ordinality wanted (id, ordinal)
select coalesce(
    json_agg(
      json_build_object(
        'id', s.id,
        'name', s.name,
        'name_is_guess', s.name_is_guess,
        'description', case
          when (
            "s"."description_by" is null
            or exists (
              select from visible_people ($1::uuid) author
              where author.user_id = "s"."description_by"
              offset 0
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
          when cover.id is not null then media_json ("cover")
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
          'state', spot_state ("s"."status", "s"."spot_state", "s"."source"),
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
          when s.exact_for <> 'only_me'
          or s.created_by = $1::uuid then (
            select known.exact_for
            from exactly_known_spots ($1::uuid) known
            where known.id = s.id
          )
        end,
        'opens_at', to_char("s"."opens_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'opens_to', s.opens_to,
        'crew', case
          when exists (
            select from crew_members in_crew
            where in_crew.crew_id = "s"."crew_id"
              and in_crew.user_id = $1::uuid
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
              'ground', f.ground,
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
from unnest($2::uuid[]) with ordinality wanted (id, ordinal)
  join visible_spots ($1::uuid) s on s.id = wanted.id
  left join lateral (
    select *
    from exact_positions ($1::uuid) exact
    where exact.spot_id = s.id
      and s.precision <> 'exact'
    offset 0
  ) exact on true
  left join visible_media ($1::uuid) cover on cover.id = s.cover_media_id
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
