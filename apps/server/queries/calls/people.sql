-- people

-- $1 uuid: where f.follower_id = $1::uuid
-- $2 uuid: and mine.user_id = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and mine.user_id = $4::uuid
-- $5 uuid: where f.follower_id = $5::uuid
-- $6 uuid: and f.following_id = $6::uuid
-- $7 uuid: from visible_people ($7::uuid) who
-- $8 uuid: where who.user_id <> $8::uuid
-- $9 bigint: limit $9
select json_build_object(
    'user_id', who.user_id,
    'username', who.username,
    'full_name', who.full_name,
    'avatar_url', who.avatar_url,
    'bio', who.bio,
    'mutual_count', (
      select count(*)
      from (
          select friend.user_id
          from (
              select f.following_id as user_id
              from follows f
              where f.follower_id = $1::uuid
                and not exists (
                  select from profiles hidden_profile
                  where hidden_profile.user_id = f.following_id
                    and hidden_profile.is_hidden
                )
            ) friend
            cross join lateral (
              select from follows f
              where f.follower_id = friend.user_id
                and f.following_id = "who"."user_id"
              offset 0
            ) found
          where not (
              select theirs.followers_count < mine.following_count
              from person_counts theirs,
                person_counts mine
              where theirs.user_id = "who"."user_id"
                and mine.user_id = $2::uuid
            ) is true
          union all
          select fan.follower_id
          from follows fan
            cross join lateral (
              select from follows f
              where f.follower_id = $3::uuid
                and f.following_id = fan.follower_id
              offset 0
            ) found
          where fan.following_id = "who"."user_id"
            and (
              select theirs.followers_count < mine.following_count
              from person_counts theirs,
                person_counts mine
              where theirs.user_id = "who"."user_id"
                and mine.user_id = $4::uuid
            ) is true
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = fan.follower_id
                and hidden_profile.is_hidden
            )
        ) mine
    ),
    'following', exists (
      select from follows f
      where f.follower_id = $5::uuid
        and f.following_id = who.user_id
    ),
    'follows_you', exists (
      select from follows f
      where f.follower_id = who.user_id
        and f.following_id = $6::uuid
    )
  ) as card,
  to_char("who"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  who.user_id
from (
    select *
    from visible_people ($7::uuid) who
    where who.user_id <> $8::uuid
      and who.former_at is null
    order by who.created_at desc,
      who.user_id desc
    limit $9
  ) who
order by who.created_at desc,
  who.user_id desc

-- ../prepared/viewer_by_token.sql
