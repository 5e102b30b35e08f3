-- twins of a steward

-- $1 uuid: join visible_spots ($1::uuid) a on a.id = t.spot_id
-- $2 uuid: join visible_spots ($2::uuid) b on b.id = t.other_id
-- $3 uuid: where own.created_by = $3
-- $4 uuid: where named.user_id = $4
-- $5 uuid: a.created_by = $5
-- $6 uuid: and b.created_by = $6
-- $7 uuid: or exists (select from stewardship_at ($7::uuid, "a"."id", "a"."longitude", "a"."latitude"))
-- $8 uuid: and exists (select from stewardship_at ($8::uuid, "b"."id", "b"."longitude", "b"."latitude"))
-- $9 bigint: limit $9
select t.likeness,
  t.spot_id,
  t.other_id,
  t.metres,
  t.same_picture,
  to_char("t"."found_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as found_at,
  (b.created_at, b.id) < (a.created_at, a.id) as other_is_older
from twin_pairs t
  join visible_spots ($1::uuid) a on a.id = t.spot_id
  join visible_spots ($2::uuid) b on b.id = t.other_id
where t.state = 'open'
  and (
    "a".audience = "b".audience
    and "a".audience <> 'crew'
    and ("a".audience in ('everybody') or "a".created_by is not distinct from "b".created_by)
    and 'exact' = all (array["a".precision, "b".precision])
    and coalesce("a".opens_at, "b".opens_at) is null
  )
  and t.spot_id in (
    select own.id
    from spots own
    where own.created_by = $3
      and own.deleted_at is null
    union all
    select s.id
    from area_stewards named
      join steward_areas area on area.id = named.area_id
      cross join lateral spots_around (area.bounds) s
    where named.user_id = $4
  )
  and (
    a.created_by = $5
    and b.created_by = $6
    or exists (select from stewardship_at ($7::uuid, "a"."id", "a"."longitude", "a"."latitude"))
    and exists (select from stewardship_at ($8::uuid, "b"."id", "b"."longitude", "b"."latitude"))
  )
order by t.likeness desc,
  t.spot_id,
  t.other_id
limit $9

-- ../prepared/viewer_by_token.sql
