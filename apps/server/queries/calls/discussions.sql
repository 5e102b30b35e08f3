-- discussions

-- $1 uuid: 'mentions', (select mentions from mentions_in_discussion ($1::uuid, "d"."id")),
-- $2 uuid: select unnest(array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: select unnest(array(select b from blocked_people ($3::uuid) b))
-- $4 uuid: select unnest(array(select b from blocked_people ($4::uuid) b))
-- $5 uuid: 'liked', exists (select from discussion_likes l where l.discussion_id = d.id and l.user_id = $5::uuid),
-- $6 uuid: from visible_discussions ($6::uuid) d
-- $7 bigint: limit $7
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
  ) as discussion,
  to_char("d"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
from visible_discussions ($6::uuid) d
  join profiles who on who.user_id = d.user_id
order by "d"."created_at" desc,
  d.id desc
limit $7

-- ../prepared/viewer_by_token.sql
