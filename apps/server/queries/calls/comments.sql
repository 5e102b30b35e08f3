-- comments

-- $1 uuid: when cardinality(array(select b from blocked_people ($1::uuid) b)) = 0 then 0
-- $2 uuid: when "pm"."comment_count" <= cardinality(array(select b from blocked_people ($2::uuid) b)) then (
-- $3 uuid: and (theirs.user_id = any (array(select b from blocked_people ($3::uuid) b))) is true
-- $4 uuid: from unnest(array(select b from blocked_people ($4::uuid) b)) person (user_id)
-- $5 uuid: where pm.post_id = $5
-- $6 integer: and pm.media_index = $6::int
select coalesce(
    sum(
      pm.comment_count + waiting.comments - case
        when cardinality(array(select b from blocked_people ($1::uuid) b)) = 0 then 0
        when "pm"."comment_count" <= cardinality(array(select b from blocked_people ($2::uuid) b)) then (
          select count(distinct hidden.id)
          from (
              select theirs.id,
                theirs.hidden_at
              from comments theirs
              where theirs.post_id = "pm"."post_id"
                and theirs.media_index = "pm"."media_index"
                and (theirs.user_id = any (array(select b from blocked_people ($3::uuid) b))) is true
              offset 0
            ) theirs
            cross join lateral (
              select theirs.id
              where theirs.hidden_at is null
              union all
              (
                select reply.id
                from comments reply
                where reply.parent_comment_id = theirs.id
                  and reply.hidden_at is null
                offset 0
              )
            ) hidden
        )
        else (
          select count(distinct hidden.id)
          from unnest(array(select b from blocked_people ($4::uuid) b)) person (user_id)
            cross join lateral (
              select theirs.id,
                theirs.hidden_at
              from comments theirs
              where theirs.post_id = "pm"."post_id"
                and theirs.media_index = "pm"."media_index"
                and theirs.user_id = person.user_id
              offset 0
            ) theirs
            cross join lateral (
              select theirs.id
              where theirs.hidden_at is null
              union all
              (
                select reply.id
                from comments reply
                where reply.parent_comment_id = theirs.id
                  and reply.hidden_at is null
                offset 0
              )
            ) hidden
        )
      end
    ),
    0
  )::int as count
from post_media pm
  left join lateral (
    select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0) as likes,
      coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0) as comments
    from (
        select counter,
          delta
        from counter_delta
        where post_id = "pm"."post_id"
          and media_index = "pm"."media_index"
        order by id desc
        limit 20
      ) line
  ) waiting on true
where pm.post_id = $5
  and pm.media_index = $6::int

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: from visible_posts ($2::uuid) p
-- $3 uuid: where p.id = $3
select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
from visible_posts ($2::uuid) p
where p.id = $3

-- $1 uuid: "mentioned"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
-- $2 uuid: and hidden.user_id = any (array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $3::uuid),
-- $4 uuid: join visible_people ($4::uuid) who on who.user_id = c.user_id
-- $5 uuid: where c.post_id = $5
-- $6 integer: and c.media_index = $6::int
-- $7 bigint: limit $7
select json_build_object(
    'id', c.id,
    'post_id', c.post_id,
    'media_index', c.media_index,
    'discussion_id', c.discussion_id,
    'user_id', c.user_id,
    'user', json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    ),
    'content', c.content,
    'mentions', (
      select coalesce(
          json_agg(
            json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
            order by mentioned.username
          ),
          '[]'
        )
      from mentions mentioned
      where "mentioned"."comment_id" = "c"."id"
        and (
          "mentioned"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "mentioned"."user_id"
              and hidden_profile.is_hidden
          )
        )
    ),
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
from comments c
  join visible_people ($4::uuid) who on who.user_id = c.user_id
where c.post_id = $5
  and c.parent_comment_id is null
  and c.hidden_at is null
  and c.media_index = $6::int
order by c.created_at desc,
  c.id desc
limit $7

-- $1 uuid: "r"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
-- $2 uuid[]: from unnest($2::uuid[]) parent (id)
-- $3 uuid: "mentioned"."user_id" <> all (array(select b from blocked_people ($3::uuid) b))
-- $4 uuid: and hidden.user_id = any (array(select b from blocked_people ($4::uuid) b))
-- $5 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $5::uuid),
-- $6 uuid: "r"."user_id" <> all (array(select b from blocked_people ($6::uuid) b))
-- $7 bigint: limit $7
select parent.id,
  first.replies,
  (
    select count(*)
    from comments r
    where r.parent_comment_id = parent.id
      and r.hidden_at is null
      and (
        "r"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "r"."user_id"
            and hidden_profile.is_hidden
        )
      )
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
            'user', json_build_object(
              'user_id', "who"."user_id",
              'username', "who"."username",
              'full_name', "who"."full_name",
              'avatar_url', "who"."avatar_url"
            ),
            'content', c.content,
            'mentions', (
              select coalesce(
                  json_agg(
                    json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
                    order by mentioned.username
                  ),
                  '[]'
                )
              from mentions mentioned
              where "mentioned"."comment_id" = "c"."id"
                and (
                  "mentioned"."user_id" <> all (array(select b from blocked_people ($3::uuid) b))
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "mentioned"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
            ),
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
        from comments r
        where r.parent_comment_id = parent.id
          and r.hidden_at is null
          and (
            "r"."user_id" <> all (array(select b from blocked_people ($6::uuid) b))
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "r"."user_id"
                and hidden_profile.is_hidden
            )
          )
        order by r.created_at,
          r.id
        limit $7
      ) c
      join profiles who on who.user_id = c.user_id
  ) first

-- ../prepared/viewer_by_token.sql
