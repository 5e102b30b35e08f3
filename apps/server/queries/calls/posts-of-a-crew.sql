-- posts of a crew

-- ../prepared/posts_of_crew.sql

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "crew_id" = $1
-- $2 uuid: and "user_id" = $2
select "role"
from "crew_members"
where "crew_id" = $1
  and "user_id" = $2
