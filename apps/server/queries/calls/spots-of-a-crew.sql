-- spots of a crew

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 uuid: where s.crew_id = $2
-- $3 bigint: limit $3
select s.id,
  to_char("s"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from visible_spots ($1::uuid) s
where s.crew_id = $2
order by s.created_at desc,
  s.id desc
limit $3

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "crew_id" = $1
-- $2 uuid: and "user_id" = $2
select "role"
from "crew_members"
where "crew_id" = $1
  and "user_id" = $2
