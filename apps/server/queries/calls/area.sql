-- area

-- $1 uuid: 'is_followed', exists (select from area_follows f where f.user_id = $1 and f.area_id = "area"."id"),
-- $2 uuid: from visible_spots ($2::uuid) pinned
-- $3 uuid: from visible_people ($3::uuid) who
-- $4 uuid: 'is_own', coalesce(b.user_id = $4::uuid, false)
-- $5 uuid: from visible_bulletins ($5::uuid) b
-- $6 uuid: join visible_people ($6::uuid) steward on steward.user_id = named.user_id
-- $7 uuid: where named.user_id = $7::uuid
-- $8 uuid: where area.id = $8
select json_build_object(
    'id', area.id,
    'name', area.name,
    'corners', (
      select json_agg(
          json_build_object(
            'latitude', corner.pair[2]::float8,
            'longitude', corner.pair[1]::float8 - case
              when corner.pair[1]::float8 > 180 then 360
              else 0
            end
          )
          order by corner.n
        )
      from regexp_matches("area"."shape"::text, '\(([-+.0-9e]+),([-+.0-9e]+)\)', 'g') with ordinality corner (pair, n)
    ),
    'is_followed', exists (select from area_follows f where f.user_id = $1 and f.area_id = "area"."id"),
    'bulletins', (
      select coalesce(
          json_agg(
            json_build_object(
              'id', b.id,
              'area', (
                select json_build_object('id', "its"."id", 'name', "its"."name")
                from steward_areas its
                where its.id = b.area_id
              ),
              'spot', (
                select json_build_object('id', pinned.id, 'name', pinned.name)
                from visible_spots ($2::uuid) pinned
                where pinned.id = b.spot_id
              ),
              'user', (
                select person_json ("who")
                from visible_people ($3::uuid) who
                where who.user_id = "b"."user_id"
                  and who.former_at is null
              ),
              'content', b.content,
              'starts_at', to_char("b"."starts_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'ends_at', to_char("b"."ends_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'is_own', coalesce(b.user_id = $4::uuid, false)
            )
            order by b.starts_at,
              b.id
          ),
          '[]'
        )
      from (
          select b.*
          from visible_bulletins ($5::uuid) b
          where b.area_id = "area"."id"
          order by b.starts_at,
            b.id
          limit 50
        ) b
    ),
    'stewards', (
      select coalesce(json_agg(person_json ("steward") order by named.since), '[]')
      from area_stewards named
        join visible_people ($6::uuid) steward on steward.user_id = named.user_id
      where named.area_id = area.id
    ),
    'is_steward', exists (
      select from area_stewards named
        join profiles steward on steward.user_id = named.user_id
        and (not "steward"."is_hidden" and "steward"."former_at" is null)
      where named.user_id = $7::uuid
        and named.area_id = "area"."id"
    ),
    'new_spots', (
      select coalesce(json_agg(line.item), '[]')
      from (
          select json_build_object(
              'id', s.id,
              'name', s.name,
              'city', s.city,
              'state', spot_state ("s"."status", "s"."spot_state", "s"."source"),
              'created_at', to_char("s"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            ) as item
          from spots_around (area.bounds) s
          where "s"."audience" = 'everybody'
            and (
              "area"."shape" @> point("s"."longitude", "s"."latitude")
              or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
            )
            and s.status = 'open'
            and s.left_map_at is null
          order by s.created_at desc,
            s.id desc
          limit 12
        ) line
    ),
    'changed_spots', (
      select coalesce(json_agg(line.item), '[]')
      from (
          select json_build_object(
              'id', s.id,
              'name', s.name,
              'city', s.city,
              'state', spot_state ("s"."status", "s"."spot_state", "s"."source"),
              'created_at', to_char("s"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            ) as item
          from spots_around (area.bounds) s
          where "s"."audience" = 'everybody'
            and (
              "area"."shape" @> point("s"."longitude", "s"."latitude")
              or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
            )
            and (s.spot_state in ('skatestopped', 'under_construction', 'closed') or s.status = 'gone')
            and s.left_map_at is null
          order by s.updated_at desc,
            s.id desc
          limit 12
        ) line
    )
  ) as item
from steward_areas area
where area.id = $8

-- ../prepared/viewer_by_token.sql
