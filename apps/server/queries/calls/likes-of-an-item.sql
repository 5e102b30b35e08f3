-- likes of an item

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: where p.id = $2
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: and "withheld"."created_by" = $5::uuid
-- $6 uuid: where f.follower_id = $6::uuid
-- $7 uuid: and f.following_id = $7::uuid
-- $8 uuid: and in_crew.user_id = $8::uuid
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: and $11::uuid is not null
-- $12 uuid: and b.blocked_id = $12::uuid
-- $13 uuid: or b.blocker_id = $13::uuid
-- $14 uuid: and "p"."user_id" = $14::uuid
-- $15 uuid: and exists (select from follows f where f.follower_id = $15::uuid and f.following_id = "p"."user_id")
-- $16 uuid: and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $16::uuid)
-- $17 uuid: and in_crew.user_id = $17::uuid
-- $18 uuid: and b.blocked_id = $18::uuid
-- $19 uuid: or b.blocker_id = $19::uuid
-- $20 uuid: and $20::uuid is not null
-- $21 uuid: and b.blocked_id = $21::uuid
-- $22 uuid: or b.blocker_id = $22::uuid
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
    (
      "p"."spot_id" is null
      or not exists (
        select from spots withheld
        where withheld.id = "p"."spot_id"
          and "withheld"."audience" <> all (array['everybody'])
          and (
            "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
            and "withheld"."created_by" = $5::uuid
            or "withheld"."audience" in ('members', 'mutuals')
            and exists (
              select from follows f
              where f.follower_id = $6::uuid
                and f.following_id = "withheld"."created_by"
            )
            and exists (
              select from follows f
              where f.follower_id = "withheld"."created_by"
                and f.following_id = $7::uuid
            )
            or "withheld"."audience" in ('members', 'crew')
            and exists (
              select from crew_members in_crew
              where in_crew.crew_id = "withheld"."crew_id"
                and in_crew.user_id = $8::uuid
            )
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $9::uuid
                or b.blocker_id = $10::uuid
                and b.blocked_id = "withheld"."created_by"
            )
            or "withheld"."audience" in ('members')
            and $11::uuid is not null
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $12::uuid
                or b.blocker_id = $13::uuid
                and b.blocked_id = "withheld"."created_by"
            )
          ) is not true
      )
    )
    and not (
      "p"."audience" <> all (array['everybody'])
      and (
        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
        and "p"."user_id" = $14::uuid
        or "p"."audience" in ('members', 'mutuals')
        and exists (select from follows f where f.follower_id = $15::uuid and f.following_id = "p"."user_id")
        and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $16::uuid)
        or "p"."audience" in ('members', 'crew')
        and exists (
          select from crew_members in_crew
          where in_crew.crew_id = "p"."crew_id"
            and in_crew.user_id = $17::uuid
        )
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $18::uuid
            or b.blocker_id = $19::uuid
            and b.blocked_id = "p"."user_id"
        )
        or "p"."audience" in ('members')
        and $20::uuid is not null
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $21::uuid
            or b.blocker_id = $22::uuid
            and b.blocked_id = "p"."user_id"
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
