-- followed feed, merged

-- $1 timestamp with time zone: select ($1::timestamptz, $2::uuid) > (floor_at, floor_id) as reaches,
-- $2 uuid: select ($1::timestamptz, $2::uuid) > (floor_at, floor_id) as reaches,
-- $3 uuid: where user_id = $3
select ($1::timestamptz, $2::uuid) > (floor_at, floor_id) as reaches,
  floor_at = '-infinity' as whole
from timelines
where user_id = $3

-- ../prepared/feed_of_followed.sql

-- ../prepared/viewer_by_token.sql
