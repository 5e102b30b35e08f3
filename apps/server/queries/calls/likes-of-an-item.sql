-- likes of an item

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: from visible_posts ($2::uuid) p
-- $3 uuid: where p.id = $3
select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
from visible_posts ($2::uuid) p
where p.id = $3

-- $1 uuid: exists (select from follows f where f.follower_id = $1 and f.following_id = l.user_id) as following
-- $2 uuid: join visible_people ($2::uuid) who on who.user_id = l.user_id
-- $3 uuid: where uuid_send (l.post_id) = uuid_send ($3::uuid)
-- $4 integer: and l.media_index = $4::int
-- $5 bigint: limit $5
select l.id,
  l.user_id,
  l.media_index,
  to_char("l"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  person_json ("who") as user,
  exists (select from follows f where f.follower_id = $1 and f.following_id = l.user_id) as following
from likes l
  join visible_people ($2::uuid) who on who.user_id = l.user_id
where uuid_send (l.post_id) = uuid_send ($3::uuid)
  and l.media_index = $4::int
order by l.created_at desc,
  l.id desc
limit $5

-- ../prepared/viewer_by_token.sql
