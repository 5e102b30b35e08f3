-- the last page of saved posts

-- $1 uuid: join visible_posts ($1::uuid) p on p.id = saved.post_id
-- $2 uuid: where saved.user_id = $2
-- $3 timestamp with time zone: and (saved.created_at, "saved"."post_id") < ($3::timestamptz, $4::uuid)
-- $4 uuid: and (saved.created_at, "saved"."post_id") < ($3::timestamptz, $4::uuid)
-- $5 bigint: limit $5
select "saved"."post_id" as id,
  to_char("saved"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from saved_posts saved
  join visible_posts ($1::uuid) p on p.id = saved.post_id
where saved.user_id = $2
  and (saved.created_at, "saved"."post_id") < ($3::timestamptz, $4::uuid)
order by saved.created_at desc,
  "saved"."post_id" desc
limit $5

-- ../prepared/posts_by_ids.sql

-- ../prepared/viewer_by_token.sql
