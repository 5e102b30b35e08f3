-- followed areas

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "area"."id" in (select "area_id" from "area_follows" where "user_id" = $1)
select "area"."id",
  "area"."name"
from "steward_areas" as "area"
where "area"."id" in (select "area_id" from "area_follows" where "user_id" = $1)
order by "area"."name"

-- $1 uuid: where "area"."id" in (select "area_id" from "area_stewards" where "user_id" = $1)
select "area"."id",
  "area"."name"
from "steward_areas" as "area"
where "area"."id" in (select "area_id" from "area_stewards" where "user_id" = $1)
order by "area"."name"
