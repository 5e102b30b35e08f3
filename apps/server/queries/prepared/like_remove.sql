-- $1 uuid: where pm.post_id = $1::uuid
-- $2 integer: and pm.media_index = $2::int
-- $3 uuid: from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
with item as (
    select pm.post_id,
      pm.media_index,
      pm.like_count + waiting.likes - hidden.likes as likes
    from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
      cross join post_media pm
      join visible_posts ($3::uuid) p on p.id = pm.post_id
      cross join lateral waiting_counts ("pm"."post_id", "pm"."media_index") waiting
      cross join lateral likes_by (across.ids, pm.post_id, pm.media_index, pm.like_count) hidden
    where pm.post_id = $1::uuid
      and pm.media_index = $2::int
  ),
  deleted as (
    delete from likes using item
    where likes.post_id = item.post_id
      and likes.media_index = item.media_index
      and likes.user_id = $3::uuid
    returning 1
  )
select likes - (select count(*) from deleted) as likes_count
from item
