-- the last page of saved posts

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and "p"."user_id" = $12::uuid
-- $13 uuid: and exists (select from follows f where f.follower_id = $13::uuid and f.following_id = "p"."user_id")
-- $14 uuid: and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $14::uuid)
-- $15 uuid: and in_crew.user_id = $15::uuid
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
-- $18 uuid: and $18::uuid is not null
-- $19 uuid: and b.blocked_id = $19::uuid
-- $20 uuid: or b.blocker_id = $20::uuid
-- $21 uuid: where saved.user_id = $21
-- $22 timestamp with time zone: and (saved.created_at, "saved"."post_id") < ($22::timestamptz, $23::uuid)
-- $23 uuid: and (saved.created_at, "saved"."post_id") < ($22::timestamptz, $23::uuid)
-- $24 bigint: limit $24
select "saved"."post_id" as id,
  to_char("saved"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from saved_posts saved
  join posts p on p.id = saved.post_id
  and p.hidden_at is null
  and (
    "p"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $1::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $2::uuid
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
            and "withheld"."created_by" = $3::uuid
            or "withheld"."audience" in ('members', 'mutuals')
            and exists (
              select from follows f
              where f.follower_id = $4::uuid
                and f.following_id = "withheld"."created_by"
            )
            and exists (
              select from follows f
              where f.follower_id = "withheld"."created_by"
                and f.following_id = $5::uuid
            )
            or "withheld"."audience" in ('members', 'crew')
            and exists (
              select from crew_members in_crew
              where in_crew.crew_id = "withheld"."crew_id"
                and in_crew.user_id = $6::uuid
            )
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $7::uuid
                or b.blocker_id = $8::uuid
                and b.blocked_id = "withheld"."created_by"
            )
            or "withheld"."audience" in ('members')
            and $9::uuid is not null
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $10::uuid
                or b.blocker_id = $11::uuid
                and b.blocked_id = "withheld"."created_by"
            )
          ) is not true
      )
    )
    and not (
      "p"."audience" <> all (array['everybody'])
      and (
        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
        and "p"."user_id" = $12::uuid
        or "p"."audience" in ('members', 'mutuals')
        and exists (select from follows f where f.follower_id = $13::uuid and f.following_id = "p"."user_id")
        and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $14::uuid)
        or "p"."audience" in ('members', 'crew')
        and exists (
          select from crew_members in_crew
          where in_crew.crew_id = "p"."crew_id"
            and in_crew.user_id = $15::uuid
        )
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $16::uuid
            or b.blocker_id = $17::uuid
            and b.blocked_id = "p"."user_id"
        )
        or "p"."audience" in ('members')
        and $18::uuid is not null
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $19::uuid
            or b.blocker_id = $20::uuid
            and b.blocked_id = "p"."user_id"
        )
      ) is not true
    )
  )
where saved.user_id = $21
  and (saved.created_at, "saved"."post_id") < ($22::timestamptz, $23::uuid)
order by saved.created_at desc,
  "saved"."post_id" desc
limit $24

-- ../prepared/posts_by_ids.sql

-- ../prepared/viewer_by_token.sql
