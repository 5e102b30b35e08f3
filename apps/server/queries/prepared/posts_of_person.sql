-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 timestamp with time zone: and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
-- $3 uuid: and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
-- $4 uuid: where p.user_id = $4::uuid
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select found.*,
      row_number() over () as ordinal
    from (
        select p.*
        from visible_posts ($1::uuid) p
        where p.user_id = $4::uuid
          and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
        order by p.created_at desc,
          p.id desc
        limit 21
      ) found
  ),
  shown as materialized (select array(select id from page) as ids),
  hidden_likes as materialized (
    select h.*
    from across,
      shown
      cross join lateral likes_on (shown.ids, across.ids) h
  ),
  hidden_comments as materialized (
    select h.*
    from across,
      shown
      cross join lateral comments_on (shown.ids, across.ids) h
  )
select json_build_object(
    'id', p.id,
    'kind', p.kind,
    'user_id', p.user_id,
    'user', person_json ("who"),
    'spot_id', p.spot_id,
    'spot', case
      when s.id is not null then post_spot_json (s, creator.user_id)
    end,
    'audience', p.audience,
    'crew', (
      select json_build_object('id', crew.id, 'name', crew.name)
      from crews crew
      where crew.id = p.crew_id
    ),
    'title', p.title,
    'content', p.content,
    'mentions', (select mentions from mentions_in_post ($1::uuid, "p"."id")),
    'media', items.media,
    'photo_link', photo_link_json (p.photo_url),
    'words', items.words,
    'comments_count', items.comments,
    'saved', exists (select from saved_posts saved where saved.post_id = p.id and saved.user_id = $1),
    'version', p.version,
    'created_at', to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char("p"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text as post,
  p.id,
  to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (select count(*) from page) > 20 as more,
  case
    when p.ordinal = 1 then (null)
  end as changes
from page p
  join profiles who on who.user_id = p.user_id
  left join spots s on s.id = p.spot_id
  left join profiles creator on creator.user_id = s.created_by
  and not creator.is_hidden
  and creator.user_id <> all ((select ids from across)::uuid[])
  cross join lateral (
    select coalesce(
        json_agg(
          json_build_object(
            'media_index', item.media_index,
            'media', media_json ("m"),
            'likes_count', item.likes,
            'comments_count', item.comments,
            'liked', item.liked,
            'is_cover', coalesce(item.media_id = s.cover_media_id, false)
          )
          order by item.media_index
        ) filter (where m.status in ('processing', 'ready')),
        '[]'
      ) as media,
      json_agg(json_build_object('likes_count', item.likes, 'comments_count', item.comments, 'liked', item.liked)) filter (
        where item.media_id is null
      ) -> 0 as words,
      sum(item.comments) as comments
    from (
        select pm.media_index,
          pm.media_id,
          pm.like_count + waiting.likes - coalesce(
            (
              select h."likes"
              from "hidden_likes" h
              where h.post_id = "pm"."post_id"
                and h.media_index = "pm"."media_index"
            ),
            0
          ) as likes,
          pm.comment_count + waiting.comments - coalesce(
            (
              select h."comments"
              from "hidden_comments" h
              where h.post_id = "pm"."post_id"
                and h.media_index = "pm"."media_index"
            ),
            0
          ) as comments,
          exists (
            select from likes l
            where l.post_id = pm.post_id
              and l.media_index = pm.media_index
              and l.user_id = $1
          ) as liked
        from post_media pm
          cross join lateral waiting_counts ("pm"."post_id", "pm"."media_index") waiting
        where pm.post_id = p.id
        offset 0
      ) item
      left join media m on m.id = item.media_id
  ) items
where p.ordinal <= 20
order by p.ordinal
