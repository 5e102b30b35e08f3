-- $1 uuid: where pm.post_id = $1::uuid
-- $2 integer: and pm.media_index = $2::int
-- $3 uuid: from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
-- $4 uuid: select $4::uuid,
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
  inserted as (
    insert into likes (id, post_id, media_index, user_id)
    select $4::uuid,
      post_id,
      media_index,
      $3::uuid
    from item
    on conflict do nothing
    returning 1
  )
select likes + (select count(*) from inserted) as likes_count
from item
