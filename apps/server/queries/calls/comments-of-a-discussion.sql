-- comments of a discussion

-- $1 uuid: 'mentions', (select mentions from mentions_in_comment ($1::uuid, "c"."id")),
-- $2 uuid: and hidden.user_id = any (array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $3::uuid),
-- $4 uuid: from comments_by_visible_people ($4::uuid) c
-- $5 uuid: where c.discussion_id = $5
-- $6 bigint: limit $6
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
where c.discussion_id = $5
  and c.parent_comment_id is null
order by c.created_at desc,
  c.id desc
limit $6

-- $1 uuid: 'mentions', (select mentions from mentions_in_discussion ($1::uuid, "d"."id")),
-- $2 uuid: select unnest(array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: select unnest(array(select b from blocked_people ($3::uuid) b))
-- $4 uuid: select unnest(array(select b from blocked_people ($4::uuid) b))
-- $5 uuid: 'liked', exists (select from discussion_likes l where l.discussion_id = d.id and l.user_id = $5::uuid),
-- $6 uuid: from visible_discussions ($6::uuid) d
-- $7 uuid: where d.id = $7
select json_build_object(
    'id', d.id,
    'user_id', d.user_id,
    'user', person_json ("who"),
    'title', d.title,
    'content', d.content,
    'mentions', (select mentions from mentions_in_discussion ($1::uuid, "d"."id")),
    'category', d.category,
    'comments_count', d.comment_count - (
      select count(*)
      from comments hidden
        left join comments parent on parent.id = hidden.parent_comment_id
      where hidden.discussion_id = d.id
        and hidden.hidden_at is null
        and (
          hidden.user_id in (
            select unnest(array(select b from blocked_people ($2::uuid) b))
            union
            select user_id
            from profiles
            where is_hidden
          )
          or parent.user_id in (
            select unnest(array(select b from blocked_people ($3::uuid) b))
            union
            select user_id
            from profiles
            where is_hidden
          )
        )
    ),
    'likes_count', d.like_count - (
      select count(*)
      from discussion_likes hidden
      where hidden.discussion_id = d.id
        and hidden.user_id in (
          select unnest(array(select b from blocked_people ($4::uuid) b))
          union
          select user_id
          from profiles
          where is_hidden
        )
    ),
    'liked', exists (select from discussion_likes l where l.discussion_id = d.id and l.user_id = $5::uuid),
    'version', d.version,
    'created_at', to_char("d"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'edited_at', to_char("d"."edited_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as discussion
from visible_discussions ($6::uuid) d
  join profiles who on who.user_id = d.user_id
where d.id = $7

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
