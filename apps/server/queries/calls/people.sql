-- people

-- $1 uuid: where f.follower_id = $1::uuid
-- $2 uuid: where f.follower_id = $2::uuid
-- $3 uuid: and f.following_id = $3::uuid
-- $4 uuid: where who.user_id <> $4::uuid
-- $5 uuid: where b.blocker_id = $5::uuid
-- $6 uuid: where b.blocked_id = $6::uuid
-- $7 bigint: limit $7
select json_build_object(
    'user_id', who.user_id,
    'username', who.username,
    'full_name', who.full_name,
    'avatar_url', who.avatar_url,
    'bio', who.bio,
    'mutual_count', (
      select count(*)
      from (
          select f.following_id as user_id
          from follows f
          where f.follower_id = $1::uuid
            and not exists (select from profiles away where away.user_id = f.following_id and away.is_hidden)
        ) mine
        join follows f on f.follower_id = mine.user_id
        and f.following_id = who.user_id
    ),
    'following', exists (
      select from follows f
      where f.follower_id = $2::uuid
        and f.following_id = who.user_id
    ),
    'follows_you', exists (
      select from follows f
      where f.follower_id = who.user_id
        and f.following_id = $3::uuid
    )
  ) as card,
  to_char("who"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  who.user_id
from (
    select *
    from profiles who
    where who.user_id <> $4::uuid
      and who.former_at is null
      and (
        "who"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $5::uuid
            union all
            select b.blocker_id
            from blocks b
            where b.blocked_id = $6::uuid
          )
        )
        and not exists (select from profiles away where away.user_id = "who"."user_id" and away.is_hidden)
      )
    order by who.created_at desc,
      who.user_id desc
    limit $7
  ) who
order by who.created_at desc,
  who.user_id desc

-- ../prepared/viewer_by_token.sql
