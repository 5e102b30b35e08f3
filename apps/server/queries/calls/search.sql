-- search

-- $1 text: s.search_name like $1::text || substr(nollie_like_pattern ($2), 2)
-- $2 text: s.search_name like $1::text || substr(nollie_like_pattern ($2), 2)
-- $3 text: or s.search_name like $3::text || substr(nollie_like_pattern ($4), 2)
-- $4 text: or s.search_name like $3::text || substr(nollie_like_pattern ($4), 2)
-- $5 text: or s.search_name like $5::text || substr(nollie_like_pattern ($6), 2)
-- $6 text: or s.search_name like $5::text || substr(nollie_like_pattern ($6), 2)
-- $7 text: or s.search_name like $7::text || substr(nollie_like_pattern ($8), 2)
-- $8 text: or s.search_name like $7::text || substr(nollie_like_pattern ($8), 2)
-- $9 uuid[]: and s.id <> all ($9::uuid[])
-- $10 uuid: and "withheld"."created_by" = $10::uuid
-- $11 uuid: where f.follower_id = $11::uuid
-- $12 uuid: and f.following_id = $12::uuid
-- $13 uuid: and in_crew.user_id = $13::uuid
-- $14 uuid: and b.blocked_id = $14::uuid
-- $15 uuid: or b.blocker_id = $15::uuid
-- $16 uuid: and $16::uuid is not null
-- $17 uuid: and b.blocked_id = $17::uuid
-- $18 uuid: or b.blocker_id = $18::uuid
-- $19 bigint: limit $19
-- $20 bigint: limit $20
select id,
  name,
  city,
  state,
  country,
  spot_type,
  latitude,
  longitude
from (
    select *
    from spots s
    where (
        (
          s.search_name like $1::text || substr(nollie_like_pattern ($2), 2)
          or s.search_name like $3::text || substr(nollie_like_pattern ($4), 2)
          or s.search_name like $5::text || substr(nollie_like_pattern ($6), 2)
          or s.search_name like $7::text || substr(nollie_like_pattern ($8), 2)
        )
      )
      and s.deleted_at is null
      and s.id <> all ($9::uuid[])
      and (
        "s"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "s"."id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $10::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $11::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $12::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $13::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $14::uuid
                  or b.blocker_id = $15::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $16::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $17::uuid
                  or b.blocker_id = $18::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
    limit $19
  ) candidate
order by length(name),
  length(name),
  search_name,
  id
limit $20

-- $1 text: s.search_place like $1::text || substr(nollie_like_pattern ($2), 2)
-- $2 text: s.search_place like $1::text || substr(nollie_like_pattern ($2), 2)
-- $3 text: or s.search_place like $3::text || substr(nollie_like_pattern ($4), 2)
-- $4 text: or s.search_place like $3::text || substr(nollie_like_pattern ($4), 2)
-- $5 text: or s.search_place like $5::text || substr(nollie_like_pattern ($6), 2)
-- $6 text: or s.search_place like $5::text || substr(nollie_like_pattern ($6), 2)
-- $7 text: or s.search_place like $7::text || substr(nollie_like_pattern ($8), 2)
-- $8 text: or s.search_place like $7::text || substr(nollie_like_pattern ($8), 2)
-- $9 uuid[]: and s.id <> all ($9::uuid[])
-- $10 uuid: and "withheld"."created_by" = $10::uuid
-- $11 uuid: where f.follower_id = $11::uuid
-- $12 uuid: and f.following_id = $12::uuid
-- $13 uuid: and in_crew.user_id = $13::uuid
-- $14 uuid: and b.blocked_id = $14::uuid
-- $15 uuid: or b.blocker_id = $15::uuid
-- $16 uuid: and $16::uuid is not null
-- $17 uuid: and b.blocked_id = $17::uuid
-- $18 uuid: or b.blocker_id = $18::uuid
-- $19 bigint: limit $19
-- $20 bigint: limit $20
select id,
  name,
  city,
  state,
  country,
  spot_type,
  latitude,
  longitude
from (
    select *
    from spots s
    where (
        (
          s.search_place like $1::text || substr(nollie_like_pattern ($2), 2)
          or s.search_place like $3::text || substr(nollie_like_pattern ($4), 2)
          or s.search_place like $5::text || substr(nollie_like_pattern ($6), 2)
          or s.search_place like $7::text || substr(nollie_like_pattern ($8), 2)
        )
      )
      and s.deleted_at is null
      and s.id <> all ($9::uuid[])
      and (
        "s"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "s"."id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $10::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $11::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $12::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $13::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $14::uuid
                  or b.blocker_id = $15::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $16::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $17::uuid
                  or b.blocker_id = $18::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
    limit $19
  ) candidate
order by length(name),
  length(name),
  search_name,
  id
limit $20

-- $1 text: s.search_text like nollie_like_pattern ($1)
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
-- $4 text: or s.search_place like nollie_like_pattern ($4)
-- $5 uuid[]: and s.id <> all ($5::uuid[])
-- $6 uuid: and "withheld"."created_by" = $6::uuid
-- $7 uuid: where f.follower_id = $7::uuid
-- $8 uuid: and f.following_id = $8::uuid
-- $9 uuid: and in_crew.user_id = $9::uuid
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and $12::uuid is not null
-- $13 uuid: and b.blocked_id = $13::uuid
-- $14 uuid: or b.blocker_id = $14::uuid
-- $15 bigint: limit $15
-- $16 bigint: limit $16
select id,
  name,
  city,
  state,
  country,
  spot_type,
  latitude,
  longitude
from (
    select *
    from spots s
    where (
        s.search_text like nollie_like_pattern ($1)
        and (
          "s"."description_by" is null
          or (
            "s"."description_by" <> all (
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
              where hidden_profile.user_id = "s"."description_by"
                and hidden_profile.is_hidden
            )
          )
        )
        or s.search_place like nollie_like_pattern ($4)
      )
      and s.deleted_at is null
      and s.id <> all ($5::uuid[])
      and (
        "s"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "s"."id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $6::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $7::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $8::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $9::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $10::uuid
                  or b.blocker_id = $11::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $12::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $13::uuid
                  or b.blocker_id = $14::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
    limit $15
  ) candidate
order by length(name),
  length(name),
  search_name,
  id
limit $16

-- $1 text: where s.search_name like nollie_like_pattern ($1)
-- $2 uuid[]: and s.id <> all ($2::uuid[])
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 bigint: limit $12
-- $13 bigint: limit $13
select id,
  name,
  city,
  state,
  country,
  spot_type,
  latitude,
  longitude
from (
    select *
    from spots s
    where s.search_name like nollie_like_pattern ($1)
      and s.deleted_at is null
      and s.id <> all ($2::uuid[])
      and (
        "s"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "s"."id"
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
    limit $12
  ) candidate
order by length(name),
  length(name),
  search_name,
  id
limit $13

-- $1 text: where s.search_name like substr(nollie_like_pattern ($1), 2)
-- $2 uuid[]: and s.id <> all ($2::uuid[])
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 bigint: limit $12
-- $13 bigint: limit $13
select id,
  name,
  city,
  state,
  country,
  spot_type,
  latitude,
  longitude
from (
    select *
    from spots s
    where s.search_name like substr(nollie_like_pattern ($1), 2)
      and s.deleted_at is null
      and s.id <> all ($2::uuid[])
      and (
        "s"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "s"."id"
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
    limit $12
  ) candidate
order by length(name),
  length(name),
  search_name,
  id
limit $13

-- $1 text: (who.search_username || ' ' || who.search_name) like $1::text || substr(nollie_like_pattern ($2), 2)
-- $2 text: (who.search_username || ' ' || who.search_name) like $1::text || substr(nollie_like_pattern ($2), 2)
-- $3 text: or (who.search_username || ' ' || who.search_name) like $3::text || substr(nollie_like_pattern ($4), 2)
-- $4 text: or (who.search_username || ' ' || who.search_name) like $3::text || substr(nollie_like_pattern ($4), 2)
-- $5 text: or (who.search_username || ' ' || who.search_name) like $5::text || substr(nollie_like_pattern ($6), 2)
-- $6 text: or (who.search_username || ' ' || who.search_name) like $5::text || substr(nollie_like_pattern ($6), 2)
-- $7 text: or (who.search_username || ' ' || who.search_name) like $7::text || substr(nollie_like_pattern ($8), 2)
-- $8 text: or (who.search_username || ' ' || who.search_name) like $7::text || substr(nollie_like_pattern ($8), 2)
-- $9 uuid: and who.user_id <> $9::uuid
-- $10 uuid: where b.blocker_id = $10::uuid
-- $11 uuid: where b.blocked_id = $11::uuid
-- $12 uuid[]: and who.user_id <> all ($12::uuid[])
-- $13 bigint: limit $13
-- $14 bigint: limit $14
select json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as person
from (
    select *
    from profiles who
    where (
        (
          (who.search_username || ' ' || who.search_name) like $1::text || substr(nollie_like_pattern ($2), 2)
          or (who.search_username || ' ' || who.search_name) like $3::text || substr(nollie_like_pattern ($4), 2)
          or (who.search_username || ' ' || who.search_name) like $5::text || substr(nollie_like_pattern ($6), 2)
          or (who.search_username || ' ' || who.search_name) like $7::text || substr(nollie_like_pattern ($8), 2)
        )
      )
      and who.user_id <> $9::uuid
      and who.former_at is null
      and (
        "who"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $10::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $11::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "who"."user_id"
            and hidden_profile.is_hidden
        )
      )
      and who.user_id <> all ($12::uuid[])
    limit $13
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $14

-- $1 text: who.search_name like substr(nollie_like_pattern ($1), 2)
-- $2 text: or who.search_name like substr(nollie_like_pattern ($2), 2)
-- $3 text: or who.search_name like substr(nollie_like_pattern ($3), 2)
-- $4 uuid: and who.user_id <> $4::uuid
-- $5 uuid: where b.blocker_id = $5::uuid
-- $6 uuid: where b.blocked_id = $6::uuid
-- $7 uuid[]: and who.user_id <> all ($7::uuid[])
-- $8 bigint: limit $8
-- $9 bigint: limit $9
select json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as person
from (
    select *
    from profiles who
    where (
        who.search_name like substr(nollie_like_pattern ($1), 2)
        or who.search_name like substr(nollie_like_pattern ($2), 2)
        or who.search_name like substr(nollie_like_pattern ($3), 2)
      )
      and who.user_id <> $4::uuid
      and who.former_at is null
      and (
        "who"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $5::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $6::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "who"."user_id"
            and hidden_profile.is_hidden
        )
      )
      and who.user_id <> all ($7::uuid[])
    limit $8
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $9

-- $1 text: who.search_username like substr(nollie_like_pattern ($1), 2)
-- $2 text: or who.search_name like substr(nollie_like_pattern ($2), 2)
-- $3 uuid: and who.user_id <> $3::uuid
-- $4 uuid: where b.blocker_id = $4::uuid
-- $5 uuid: where b.blocked_id = $5::uuid
-- $6 uuid[]: and who.user_id <> all ($6::uuid[])
-- $7 bigint: limit $7
-- $8 bigint: limit $8
select json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as person
from (
    select *
    from profiles who
    where (
        who.search_username like substr(nollie_like_pattern ($1), 2)
        or who.search_name like substr(nollie_like_pattern ($2), 2)
      )
      and who.user_id <> $3::uuid
      and who.former_at is null
      and (
        "who"."user_id" <> all (
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
          where hidden_profile.user_id = "who"."user_id"
            and hidden_profile.is_hidden
        )
      )
      and who.user_id <> all ($6::uuid[])
    limit $7
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $8

-- $1 text: where (who.search_username || ' ' || who.search_name) like nollie_like_pattern ($1)
-- $2 uuid: and who.user_id <> $2::uuid
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid[]: and who.user_id <> all ($5::uuid[])
-- $6 bigint: limit $6
-- $7 bigint: limit $7
select json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as person
from (
    select *
    from profiles who
    where (who.search_username || ' ' || who.search_name) like nollie_like_pattern ($1)
      and who.user_id <> $2::uuid
      and who.former_at is null
      and (
        "who"."user_id" <> all (
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
          where hidden_profile.user_id = "who"."user_id"
            and hidden_profile.is_hidden
        )
      )
      and who.user_id <> all ($5::uuid[])
    limit $6
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $7

-- ../prepared/viewer_by_token.sql
