-- merges

-- $1 integer: cross join lateral (select m.merged_at + make_interval(days => $1) as until) ends
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
-- $4 integer: where m.merged_at > now() - make_interval(days => $4)
-- $5 uuid: where one.merged_by = $5
-- $6 uuid: where own.created_by = $6
-- $7 uuid: where own.created_by = $7
-- $8 uuid: and "withheld"."created_by" = $8::uuid
-- $9 uuid: where f.follower_id = $9::uuid
-- $10 uuid: and f.following_id = $10::uuid
-- $11 uuid: and in_crew.user_id = $11::uuid
-- $12 uuid: and b.blocked_id = $12::uuid
-- $13 uuid: or b.blocker_id = $13::uuid
-- $14 uuid: and $14::uuid is not null
-- $15 uuid: and b.blocked_id = $15::uuid
-- $16 uuid: or b.blocker_id = $16::uuid
-- $17 uuid: and "withheld"."created_by" = $17::uuid
-- $18 uuid: where f.follower_id = $18::uuid
-- $19 uuid: and f.following_id = $19::uuid
-- $20 uuid: and in_crew.user_id = $20::uuid
-- $21 uuid: and b.blocked_id = $21::uuid
-- $22 uuid: or b.blocker_id = $22::uuid
-- $23 uuid: and $23::uuid is not null
-- $24 uuid: and b.blocked_id = $24::uuid
-- $25 uuid: or b.blocker_id = $25::uuid
-- $26 bigint: limit $26
select m.id,
  json_build_object('id', merged.id, 'name', merged.name) as "from",
  json_build_object('id', s.id, 'name', s.name) as "into",
  case
    when who.user_id is not null then json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    )
  end as merged_by,
  to_char("m"."merged_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as merged_at,
  to_char("ends"."until" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
from spot_merges m
  join spots s on s.id = m.spot_id
  join spots merged on merged.id = m.from_id
  cross join lateral (select m.merged_at + make_interval(days => $1) as until) ends
  left join profiles who on who.user_id = m.merged_by
  and (
    "who"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $2::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $3::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "who"."user_id"
        and hidden_profile.is_hidden
    )
  )
where m.merged_at > now() - make_interval(days => $4)
  and merged.purged_at is null
  and m.id in (
    select one.id
    from spot_merges one
    where one.merged_by = $5
    union
    select one.id
    from spots own
      join spot_merges one on one.spot_id = own.id
    where own.created_by = $6
    union
    select one.id
    from spots own
      join spot_merges one on one.from_id = own.id
    where own.created_by = $7
  )
  and (
    "s"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "s"."id"
        and "withheld"."audience" <> all (array['everybody'])
        and (
          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
          and "withheld"."created_by" = $8::uuid
          or "withheld"."audience" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $9::uuid
              and f.following_id = "withheld"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "withheld"."created_by"
              and f.following_id = $10::uuid
          )
          or "withheld"."audience" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "withheld"."crew_id"
              and in_crew.user_id = $11::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $12::uuid
              or b.blocker_id = $13::uuid
              and b.blocked_id = "withheld"."created_by"
          )
          or "withheld"."audience" in ('members')
          and $14::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $15::uuid
              or b.blocker_id = $16::uuid
              and b.blocked_id = "withheld"."created_by"
          )
        ) is not true
    )
  )
  and (
    "merged"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "merged"."id"
        and "withheld"."audience" <> all (array['everybody'])
        and (
          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
          and "withheld"."created_by" = $17::uuid
          or "withheld"."audience" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $18::uuid
              and f.following_id = "withheld"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "withheld"."created_by"
              and f.following_id = $19::uuid
          )
          or "withheld"."audience" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "withheld"."crew_id"
              and in_crew.user_id = $20::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $21::uuid
              or b.blocker_id = $22::uuid
              and b.blocked_id = "withheld"."created_by"
          )
          or "withheld"."audience" in ('members')
          and $23::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $24::uuid
              or b.blocker_id = $25::uuid
              and b.blocked_id = "withheld"."created_by"
          )
        ) is not true
    )
  )
order by m.merged_at desc,
  m.id desc
limit $26

-- ../prepared/viewer_by_token.sql
