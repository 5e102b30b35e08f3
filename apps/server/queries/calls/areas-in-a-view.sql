-- areas in a view

-- $1 uuid: 'is_followed', exists (select from area_follows f where f.user_id = $1 and f.area_id = "area"."id"),
-- $2 uuid: from visible_spots ($2::uuid) pinned
-- $3 uuid: from visible_people ($3::uuid) who
-- $4 uuid: 'is_own', coalesce(b.user_id = $4::uuid, false)
-- $5 uuid: from visible_bulletins ($5::uuid) b
-- $6 double precision: where area.bounds && box(point($6, $7), point($8, $9))
-- $7 double precision: where area.bounds && box(point($6, $7), point($8, $9))
-- $8 double precision: where area.bounds && box(point($6, $7), point($8, $9))
-- $9 double precision: where area.bounds && box(point($6, $7), point($8, $9))
-- $10 double precision: or area.bounds && box(point($10, $11), point($12, $13))
-- $11 double precision: or area.bounds && box(point($10, $11), point($12, $13))
-- $12 double precision: or area.bounds && box(point($10, $11), point($12, $13))
-- $13 double precision: or area.bounds && box(point($10, $11), point($12, $13))
-- $14 double precision: or area.bounds && box(point($14, $15), point($16, $17))
-- $15 double precision: or area.bounds && box(point($14, $15), point($16, $17))
-- $16 double precision: or area.bounds && box(point($14, $15), point($16, $17))
-- $17 double precision: or area.bounds && box(point($14, $15), point($16, $17))
-- $18 bigint: limit $18
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
          limit 3
        ) b
    )
  ) as item
from steward_areas area
where area.bounds && box(point($6, $7), point($8, $9))
  or area.bounds && box(point($10, $11), point($12, $13))
  or area.bounds && box(point($14, $15), point($16, $17))
order by area(area.bounds),
  area.id
limit $18

-- ../prepared/viewer_by_token.sql
