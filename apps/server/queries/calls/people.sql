-- people

-- $1 uuid: 'mutual_count', (select count(*) from mutual_friends ($1::uuid, who.user_id)),
-- $2 uuid: from follows_between ($2::uuid, who.user_id) mine
-- $3 uuid: from visible_people ($3::uuid) who
-- $4 uuid: where who.user_id <> $4::uuid
-- $5 bigint: limit $5
select (
    select json_build_object(
        'user_id', who.user_id,
        'username', who.username,
        'full_name', who.full_name,
        'avatar_url', who.avatar_url,
        'bio', who.bio,
        'mutual_count', (select count(*) from mutual_friends ($1::uuid, who.user_id)),
        'following', mine.following,
        'follows_you', mine.follows_you
      )
    from follows_between ($2::uuid, who.user_id) mine
  ) as card,
  to_char("who"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  who.user_id
from (
    select *
    from visible_people ($3::uuid) who
    where who.user_id <> $4::uuid
      and who.former_at is null
    order by who.created_at desc,
      who.user_id desc
    limit $5
  ) who
order by who.created_at desc,
  who.user_id desc

-- ../prepared/viewer_by_token.sql
