-- twins of an admin

-- $1 uuid: join visible_spots ($1::uuid) a on a.id = t.spot_id
-- $2 uuid: join visible_spots ($2::uuid) b on b.id = t.other_id
-- $3 bigint: limit $3
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
order by t.likeness desc,
  t.spot_id,
  t.other_id
limit $3

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql
