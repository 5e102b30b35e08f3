-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 timestamp with time zone: and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
-- $3 uuid: and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
-- $4 integer: and (p.id <> $3::uuid or pm.media_index > $4::int)
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select seen.*,
      row_number() over () as number
    from (
        select p.id as post_id,
          p.title,
          p.content,
          p.kind,
          p.user_id,
          p.spot_id,
          p.created_at,
          pm.media_index,
          pm.media_id
        from visible_posts ($1::uuid) p
          join post_media pm on pm.post_id = p.id
          join media m on m.id = pm.media_id
          and m.status in ('processing', 'ready')
        where p.kind <> 'text'
          and p.kind <> 'profile_picture'
          and p.user_id <> all (array(select m from muted_people ($1::uuid) m))
          and (p.created_at, p.id) <= ($2::timestamptz, $3::uuid)
          and (p.id <> $3::uuid or pm.media_index > $4::int)
        order by p.created_at desc,
          p.id desc,
          pm.media_index
        limit 31
      ) seen
  ),
  shown as materialized (select array(select post_id from page) as ids),
  hidden as materialized (
    select h.*
    from across,
      shown
      cross join lateral hidden_on (shown.ids, across.ids) h
  )
select json_build_object(
    'post_id', it.post_id,
    'media_index', it.media_index,
    'media', media_json ("m"),
    'title', it.title,
    'content', it.content,
    'mentions', (select mentions from mentions_in_post ($1::uuid, "it"."post_id")),
    'kind', it.kind,
    'user_id', it.user_id,
    'user', person_json ("who"),
    'spot_id', it.spot_id,
    'spot', case
      when s.id is not null then post_spot_json (s, creator.user_id)
    end,
    'created_at', to_char("it"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'likes_count', pm.like_count + waiting.likes - coalesce(
      ((select "likes" from hidden) ->> ("pm"."post_id" || ' ' || "pm"."media_index"))::bigint,
      0
    ),
    'comments_count', pm.comment_count + waiting.comments - coalesce(
      ((select "comments" from hidden) ->> ("pm"."post_id" || ' ' || "pm"."media_index"))::bigint,
      0
    ),
    'liked', exists (
      select from likes l
      where l.post_id = it.post_id
        and l.media_index = it.media_index
        and l.user_id = $1::uuid
    ),
    'is_cover', coalesce(it.media_id = s.cover_media_id, false)
  )::text as item,
  it.post_id,
  to_char("it"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  it.media_index,
  (select count(*) from page) > 30 as more
from page it
  join post_media pm on pm.post_id = it.post_id
  and pm.media_index = it.media_index
  join media m on m.id = it.media_id
  join profiles who on who.user_id = it.user_id
  left join spots s on s.id = it.spot_id
  left join profiles creator on creator.user_id = s.created_by
  and not creator.is_hidden
  and creator.user_id <> all ((select ids from across)::uuid[])
  cross join lateral waiting_counts ("pm"."post_id", "pm"."media_index") waiting
where it.number <= 30
order by it.number
