-- list

-- $1 uuid: select from visible_people ($1::uuid) author
-- $2 uuid: and in_crew.user_id = $2::uuid
-- $3 uuid[]: from unnest($3::uuid[]) with ordinality wanted (id, ordinal)
-- $4 uuid: join visible_spots ($4::uuid) s on s.id = wanted.id
-- $5 uuid: from exact_positions ($5::uuid) exact
-- $6 uuid: left join visible_media ($6::uuid) cover on cover.id = s.cover_media_id
select coalesce(
    json_agg(
      json_build_object(
        'id', s.id,
        'name', s.name,
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
          when exact.spot_id is not null then s.exact_for
        end,
        'opens_at', to_char("s"."opens_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'opens_to', s.opens_to,
        'crew', case
          when exists (
            select from crew_members in_crew
            where in_crew.crew_id = "s"."crew_id"
              and in_crew.user_id = $2::uuid
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
from unnest($3::uuid[]) with ordinality wanted (id, ordinal)
  join visible_spots ($4::uuid) s on s.id = wanted.id
  left join lateral (
    select *
    from exact_positions ($5::uuid) exact
    where exact.spot_id = s.id
      and s.precision <> 'exact'
    offset 0
  ) exact on true
  left join visible_media ($6::uuid) cover on cover.id = s.cover_media_id
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

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
-- $4 uuid: cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
-- $5 uuid: from visible_media ($5::uuid) m
-- $6 uuid: where l.id = $6
select json_build_object(
    'id', l.id,
    'owner', person_json ("owner"),
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
      select media_json ("cover"."item")
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
        cross join lateral (
          select m as item
          from visible_media ($5::uuid) m
          where m.id = s.cover_media_id
          offset 0
        ) cover
      order by ls.position,
        ls.added_at,
        ls.spot_id
      limit 1
    ),
    'updated_at', to_char("l"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as list
from lists l
  join profiles owner on owner.user_id = l.user_id
where l.id = $6

-- $1 uuid: when l.user_id = $1::uuid then 'own'
-- $2 uuid: from visible_lists ($2::uuid) l
-- $3 uuid: where l.id = $3::uuid
select l.id,
  case
    when l.user_id = $1::uuid then 'own'
    when l.visibility = 'crew' then 'change'
    else 'read'
  end as right
from visible_lists ($2::uuid) l
where l.id = $3::uuid

-- $1 uuid: where ls.list_id = $1
-- $2 uuid: and not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = ls.spot_id offset 0)
select ls.spot_id,
  ls.note,
  to_char("ls"."added_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as added_at
from list_spots ls
where ls.list_id = $1
  and not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = ls.spot_id offset 0)
order by ls.position,
  ls.added_at,
  ls.spot_id

-- ../prepared/viewer_by_token.sql
