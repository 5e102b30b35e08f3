-- stewards at a spot

-- $1 uuid: where s.id = $1
-- $2 uuid: exists (select from stewardship_at ($2::uuid, "s"."id", "s"."longitude", "s"."latitude")) as is_steward,
-- $3 uuid: where named.user_id = $3::uuid
-- $4 uuid: from visible_spots ($4::uuid) pinned
-- $5 uuid: from visible_people ($5::uuid) who
-- $6 uuid: 'is_own', coalesce(b.user_id = $6::uuid, false)
-- $7 uuid: from visible_bulletins ($7::uuid) b
-- $8 uuid: from visible_people ($8::uuid) who
-- $9 uuid: from visible_spots ($9::uuid) s
-- $10 uuid: where s.id = $10
with areas as (
    select area.id,
      area.name
    from spots s
      join steward_areas area on (
        area.bounds @> box(point(s.longitude, s.latitude), point(s.longitude, s.latitude))
        or area.bounds @> box(point(s.longitude + 360, s.latitude), point(s.longitude + 360, s.latitude))
      )
      and (
        "area"."shape" @> point("s"."longitude", "s"."latitude")
        or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
      )
    where s.id = $1
  )
select s.created_by,
  exists (select from stewardship_at ($2::uuid, "s"."id", "s"."longitude", "s"."latitude")) as is_steward,
  (
    select coalesce(
        json_agg(
          json_build_object('id', "areas"."id", 'name', "areas"."name")
          order by exists (
              select from area_stewards named
                join profiles steward on steward.user_id = named.user_id
                and (not "steward"."is_hidden" and "steward"."former_at" is null)
              where named.user_id = $3::uuid
                and named.area_id = "areas"."id"
            ) desc,
            areas.name
        ),
        '[]'
      )
    from areas
  ) as areas,
  (
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
              from visible_spots ($4::uuid) pinned
              where pinned.id = b.spot_id
            ),
            'user', (
              select person_json ("who")
              from visible_people ($5::uuid) who
              where who.user_id = "b"."user_id"
                and who.former_at is null
            ),
            'content', b.content,
            'starts_at', to_char("b"."starts_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'ends_at', to_char("b"."ends_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'is_own', coalesce(b.user_id = $6::uuid, false)
          )
          order by b.spot_id is null,
            b.starts_at,
            b.id
        ),
        '[]'
      )
    from (
        select b.*
        from visible_bulletins ($7::uuid) b
        where b.spot_id = s.id
          or b.spot_id is null
          and b.area_id in (select id from areas)
        order by b.spot_id is null,
          b.starts_at,
          b.id
        limit 20
      ) b
  ) as bulletins,
  (
    select json_build_object(
        'state', settled.state,
        'until', settled.until::text,
        'user', (
          select person_json ("who")
          from visible_people ($8::uuid) who
          where who.user_id = "settled"."user_id"
            and who.former_at is null
        )
      )
    from spot_settlements settled
    where settled.spot_id = s.id
      and not settled.is_over
  ) as settlement
from visible_spots ($9::uuid) s
where s.id = $10

-- ../prepared/viewer_by_token.sql
