-- gallery of a spot

-- $1 uuid: (select mentions from mentions_in_post ($1::uuid, "p"."id")) as mentions,
-- $2 uuid: from (select array(select b from blocked_people ($2::uuid) b) as ids offset 0) across
-- $3 uuid: from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
-- $4 uuid: and l.user_id = $4
-- $5 uuid: from visible_posts ($5::uuid) p
-- $6 uuid: where p.spot_id = $6
-- $7 bigint: limit $7
select p.id as post_id,
  pm.media_index,
  p.title,
  p.content,
  (select mentions from mentions_in_post ($1::uuid, "p"."id")) as mentions,
  media_json ("m") as media,
  person_json ("who") as user,
  to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (
    pm.like_count + waiting.likes - (
      select hidden."likes"
      from (select array(select b from blocked_people ($2::uuid) b) as ids offset 0) across
        cross join lateral likes_by (across.ids, "pm"."post_id", "pm"."media_index", "pm"."like_count") hidden
    )
  )::int as likes_count,
  (
    pm.comment_count + waiting.comments - (
      select hidden."comments"
      from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
        cross join lateral comments_by (across.ids, "pm"."post_id", "pm"."media_index", "pm"."comment_count") hidden
    )
  )::int as comments_count,
  m.id is not distinct from s.cover_media_id as is_cover,
  exists (
    select from likes l
    where l.post_id = pm.post_id
      and l.media_index = pm.media_index
      and l.user_id = $4
  ) as liked
from visible_posts ($5::uuid) p
  join spots s on s.id = p.spot_id
  join post_media pm on pm.post_id = p.id
  cross join lateral waiting_counts ("pm"."post_id", "pm"."media_index") waiting
  join media m on m.id = pm.media_id
  join profiles who on who.user_id = p.user_id
where p.spot_id = $6
  and m.status in ('processing', 'ready')
order by p.created_at desc,
  p.id desc,
  pm.media_index
limit $7

-- ../prepared/viewer_by_token.sql

-- $1 uuid: select from visible_spots ($1::uuid) s
-- $2 uuid: where s.id = $2
select from visible_spots ($1::uuid) s
where s.id = $2
