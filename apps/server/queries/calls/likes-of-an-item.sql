-- likes of an item

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: where p.id = $2
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: and withheld.created_by = $5::uuid
-- $6 uuid: where f.follower_id = $6::uuid
-- $7 uuid: and f.following_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
from posts p
where p.id = $2
  and p.hidden_at is null
  and (
    "p"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $3::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $4::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "p"."user_id"
        and hidden_profile.is_hidden
    )
  )
  and (
    "p"."spot_id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "p"."spot_id"
        and withheld.audience <> all (array['everybody'])
        and (
          withheld.audience in ('members', 'mutuals', 'only_me')
          and withheld.created_by = $5::uuid
          or withheld.audience in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $6::uuid
              and f.following_id = withheld.created_by
          )
          and exists (
            select from follows f
            where f.follower_id = withheld.created_by
              and f.following_id = $7::uuid
          )
          or withheld.audience in ('members')
          and $8::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = withheld.created_by
              and b.blocked_id = $9::uuid
              or b.blocker_id = $10::uuid
              and b.blocked_id = withheld.created_by
          )
        ) is not true
    )
  )

-- $1 uuid: exists (select from follows f where f.follower_id = $1 and f.following_id = l.user_id) as following
-- $2 uuid: where uuid_send (l.post_id) = uuid_send ($2::uuid)
-- $3 integer: and l.media_index = $3::int
-- $4 uuid: where b.blocker_id = $4::uuid
-- $5 uuid: where b.blocked_id = $5::uuid
-- $6 bigint: limit $6
select l.id,
  l.user_id,
  l.media_index,
  to_char("l"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as user,
  exists (select from follows f where f.follower_id = $1 and f.following_id = l.user_id) as following
from likes l
  join profiles who on who.user_id = l.user_id
where uuid_send (l.post_id) = uuid_send ($2::uuid)
  and l.media_index = $3::int
  and (
    "l"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $4::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $5::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "l"."user_id"
        and hidden_profile.is_hidden
    )
  )
order by l.created_at desc,
  l.id desc
limit $6

-- ../prepared/viewer_by_token.sql
