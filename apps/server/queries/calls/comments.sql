-- comments

-- $1 uuid: from (select array(select b from blocked_people ($1::uuid) b) as ids offset 0) across
-- $2 uuid: where pm.post_id = $2
-- $3 integer: and pm.media_index = $3::int
select coalesce(
    sum(
      pm.comment_count + waiting.comments - (
        select hidden."comments"
        from (select array(select b from blocked_people ($1::uuid) b) as ids offset 0) across
          cross join lateral comments_by (across.ids, "pm"."post_id", "pm"."media_index", "pm"."comment_count") hidden
      )
    ),
    0
  )::int as count
from post_media pm
  cross join lateral waiting_counts ("pm"."post_id", "pm"."media_index") waiting
where pm.post_id = $2
  and pm.media_index = $3::int

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: from visible_posts ($2::uuid) p
-- $3 uuid: where p.id = $3
select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
from visible_posts ($2::uuid) p
where p.id = $3

-- $1 uuid: 'mentions', (select mentions from mentions_in_comment ($1::uuid, "c"."id")),
-- $2 uuid: and hidden.user_id = any (array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $3::uuid),
-- $4 uuid: from comments_by_visible_people ($4::uuid) c
-- $5 uuid: where c.post_id = $5
-- $6 integer: and c.media_index = $6::int
-- $7 bigint: limit $7
select json_build_object(
    'id', c.id,
    'post_id', c.post_id,
    'media_index', c.media_index,
    'discussion_id', c.discussion_id,
    'user_id', c.user_id,
    'user', person_json ("who"),
    'content', c.content,
    'mentions', (select mentions from mentions_in_comment ($1::uuid, "c"."id")),
    'parent_comment_id', c.parent_comment_id,
    'likes_count', c.like_count - (
      select count(*)
      from comment_likes hidden
      where hidden.comment_id = c.id
        and hidden.user_id = any (array(select b from blocked_people ($2::uuid) b))
    ),
    'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $3::uuid),
    'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char("c"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as comment
from comments_by_visible_people ($4::uuid) c
  join profiles who on who.user_id = c.user_id
where c.post_id = $5
  and c.parent_comment_id is null
  and c.media_index = $6::int
order by c.created_at desc,
  c.id desc
limit $7

-- $1 uuid: from comments_by_visible_people ($1::uuid) r
-- $2 uuid[]: from unnest($2::uuid[]) parent (id)
-- $3 uuid: 'mentions', (select mentions from mentions_in_comment ($3::uuid, "c"."id")),
-- $4 uuid: and hidden.user_id = any (array(select b from blocked_people ($4::uuid) b))
-- $5 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $5::uuid),
-- $6 uuid: from comments_by_visible_people ($6::uuid) r
-- $7 bigint: limit $7
select parent.id,
  first.replies,
  (
    select count(*)
    from comments_by_visible_people ($1::uuid) r
    where r.parent_comment_id = parent.id
  ) as count
from unnest($2::uuid[]) parent (id)
  cross join lateral (
    select coalesce(
        json_agg(
          json_build_object(
            'id', c.id,
            'post_id', c.post_id,
            'media_index', c.media_index,
            'discussion_id', c.discussion_id,
            'user_id', c.user_id,
            'user', person_json ("who"),
            'content', c.content,
            'mentions', (select mentions from mentions_in_comment ($3::uuid, "c"."id")),
            'parent_comment_id', c.parent_comment_id,
            'likes_count', c.like_count - (
              select count(*)
              from comment_likes hidden
              where hidden.comment_id = c.id
                and hidden.user_id = any (array(select b from blocked_people ($4::uuid) b))
            ),
            'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $5::uuid),
            'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'updated_at', to_char("c"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )
          order by c.created_at,
            c.id
        ),
        '[]'
      ) as replies
    from (
        select *
        from comments_by_visible_people ($6::uuid) r
        where r.parent_comment_id = parent.id
        order by r.created_at,
          r.id
        limit $7
      ) c
      join profiles who on who.user_id = c.user_id
  ) first

-- ../prepared/viewer_by_token.sql
