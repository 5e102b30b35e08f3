-- search

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 text: s.search_name like $2::text || substr(nollie_like_pattern ($3), 2)
-- $3 text: s.search_name like $2::text || substr(nollie_like_pattern ($3), 2)
-- $4 text: or s.search_name like $4::text || substr(nollie_like_pattern ($5), 2)
-- $5 text: or s.search_name like $4::text || substr(nollie_like_pattern ($5), 2)
-- $6 text: or s.search_name like $6::text || substr(nollie_like_pattern ($7), 2)
-- $7 text: or s.search_name like $6::text || substr(nollie_like_pattern ($7), 2)
-- $8 text: or s.search_name like $8::text || substr(nollie_like_pattern ($9), 2)
-- $9 text: or s.search_name like $8::text || substr(nollie_like_pattern ($9), 2)
-- $10 uuid[]: and s.id <> all ($10::uuid[])
-- $11 bigint: limit $11
-- $12 bigint: limit $12
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
    from visible_spots ($1::uuid) s
    where (
        (
          s.search_name like $2::text || substr(nollie_like_pattern ($3), 2)
          or s.search_name like $4::text || substr(nollie_like_pattern ($5), 2)
          or s.search_name like $6::text || substr(nollie_like_pattern ($7), 2)
          or s.search_name like $8::text || substr(nollie_like_pattern ($9), 2)
        )
      )
      and s.id <> all ($10::uuid[])
    limit $11
  ) candidate
order by length(name),
  search_name,
  id
limit $12

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 text: s.search_place like $2::text || substr(nollie_like_pattern ($3), 2)
-- $3 text: s.search_place like $2::text || substr(nollie_like_pattern ($3), 2)
-- $4 text: or s.search_place like $4::text || substr(nollie_like_pattern ($5), 2)
-- $5 text: or s.search_place like $4::text || substr(nollie_like_pattern ($5), 2)
-- $6 text: or s.search_place like $6::text || substr(nollie_like_pattern ($7), 2)
-- $7 text: or s.search_place like $6::text || substr(nollie_like_pattern ($7), 2)
-- $8 text: or s.search_place like $8::text || substr(nollie_like_pattern ($9), 2)
-- $9 text: or s.search_place like $8::text || substr(nollie_like_pattern ($9), 2)
-- $10 uuid[]: and s.id <> all ($10::uuid[])
-- $11 bigint: limit $11
-- $12 bigint: limit $12
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
    from visible_spots ($1::uuid) s
    where (
        (
          s.search_place like $2::text || substr(nollie_like_pattern ($3), 2)
          or s.search_place like $4::text || substr(nollie_like_pattern ($5), 2)
          or s.search_place like $6::text || substr(nollie_like_pattern ($7), 2)
          or s.search_place like $8::text || substr(nollie_like_pattern ($9), 2)
        )
      )
      and s.id <> all ($10::uuid[])
    limit $11
  ) candidate
order by length(name),
  search_name,
  id
limit $12

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 text: s.search_text like nollie_like_pattern ($2)
-- $3 uuid: select from visible_people ($3::uuid) author
-- $4 text: or s.search_place like nollie_like_pattern ($4)
-- $5 uuid[]: and s.id <> all ($5::uuid[])
-- $6 bigint: limit $6
-- $7 bigint: limit $7
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
    from visible_spots ($1::uuid) s
    where (
        s.search_text like nollie_like_pattern ($2)
        and (
          "s"."description_by" is null
          or exists (
            select from visible_people ($3::uuid) author
            where author.user_id = "s"."description_by"
            offset 0
          )
        )
        or s.search_place like nollie_like_pattern ($4)
      )
      and s.id <> all ($5::uuid[])
    limit $6
  ) candidate
order by length(name),
  search_name,
  id
limit $7

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 text: where s.search_name like nollie_like_pattern ($2)
-- $3 uuid[]: and s.id <> all ($3::uuid[])
-- $4 bigint: limit $4
-- $5 bigint: limit $5
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
    from visible_spots ($1::uuid) s
    where s.search_name like nollie_like_pattern ($2)
      and s.id <> all ($3::uuid[])
    limit $4
  ) candidate
order by length(name),
  search_name,
  id
limit $5

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 text: where s.search_name like substr(nollie_like_pattern ($2), 2)
-- $3 uuid[]: and s.id <> all ($3::uuid[])
-- $4 bigint: limit $4
-- $5 bigint: limit $5
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
    from visible_spots ($1::uuid) s
    where s.search_name like substr(nollie_like_pattern ($2), 2)
      and s.id <> all ($3::uuid[])
    limit $4
  ) candidate
order by length(name),
  search_name,
  id
limit $5

-- $1 uuid: from visible_people ($1::uuid) who
-- $2 text: (who.search_username || ' ' || who.search_name) like $2::text || substr(nollie_like_pattern ($3), 2)
-- $3 text: (who.search_username || ' ' || who.search_name) like $2::text || substr(nollie_like_pattern ($3), 2)
-- $4 text: or (who.search_username || ' ' || who.search_name) like $4::text || substr(nollie_like_pattern ($5), 2)
-- $5 text: or (who.search_username || ' ' || who.search_name) like $4::text || substr(nollie_like_pattern ($5), 2)
-- $6 text: or (who.search_username || ' ' || who.search_name) like $6::text || substr(nollie_like_pattern ($7), 2)
-- $7 text: or (who.search_username || ' ' || who.search_name) like $6::text || substr(nollie_like_pattern ($7), 2)
-- $8 text: or (who.search_username || ' ' || who.search_name) like $8::text || substr(nollie_like_pattern ($9), 2)
-- $9 text: or (who.search_username || ' ' || who.search_name) like $8::text || substr(nollie_like_pattern ($9), 2)
-- $10 uuid: and who.user_id <> $10::uuid
-- $11 uuid[]: and who.user_id <> all ($11::uuid[])
-- $12 bigint: limit $12
-- $13 bigint: limit $13
select person_json ("who") as person
from (
    select *
    from visible_people ($1::uuid) who
    where (
        (
          (who.search_username || ' ' || who.search_name) like $2::text || substr(nollie_like_pattern ($3), 2)
          or (who.search_username || ' ' || who.search_name) like $4::text || substr(nollie_like_pattern ($5), 2)
          or (who.search_username || ' ' || who.search_name) like $6::text || substr(nollie_like_pattern ($7), 2)
          or (who.search_username || ' ' || who.search_name) like $8::text || substr(nollie_like_pattern ($9), 2)
        )
      )
      and who.user_id <> $10::uuid
      and who.former_at is null
      and who.user_id <> all ($11::uuid[])
    limit $12
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $13

-- $1 uuid: from visible_people ($1::uuid) who
-- $2 text: who.search_name like substr(nollie_like_pattern ($2), 2)
-- $3 text: or who.search_name like substr(nollie_like_pattern ($3), 2)
-- $4 text: or who.search_name like substr(nollie_like_pattern ($4), 2)
-- $5 uuid: and who.user_id <> $5::uuid
-- $6 uuid[]: and who.user_id <> all ($6::uuid[])
-- $7 bigint: limit $7
-- $8 bigint: limit $8
select person_json ("who") as person
from (
    select *
    from visible_people ($1::uuid) who
    where (
        who.search_name like substr(nollie_like_pattern ($2), 2)
        or who.search_name like substr(nollie_like_pattern ($3), 2)
        or who.search_name like substr(nollie_like_pattern ($4), 2)
      )
      and who.user_id <> $5::uuid
      and who.former_at is null
      and who.user_id <> all ($6::uuid[])
    limit $7
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $8

-- $1 uuid: from visible_people ($1::uuid) who
-- $2 text: who.search_username like substr(nollie_like_pattern ($2), 2)
-- $3 text: or who.search_name like substr(nollie_like_pattern ($3), 2)
-- $4 uuid: and who.user_id <> $4::uuid
-- $5 uuid[]: and who.user_id <> all ($5::uuid[])
-- $6 bigint: limit $6
-- $7 bigint: limit $7
select person_json ("who") as person
from (
    select *
    from visible_people ($1::uuid) who
    where (
        who.search_username like substr(nollie_like_pattern ($2), 2)
        or who.search_name like substr(nollie_like_pattern ($3), 2)
      )
      and who.user_id <> $4::uuid
      and who.former_at is null
      and who.user_id <> all ($5::uuid[])
    limit $6
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $7

-- $1 uuid: from visible_people ($1::uuid) who
-- $2 text: where (who.search_username || ' ' || who.search_name) like nollie_like_pattern ($2)
-- $3 uuid: and who.user_id <> $3::uuid
-- $4 uuid[]: and who.user_id <> all ($4::uuid[])
-- $5 bigint: limit $5
-- $6 bigint: limit $6
select person_json ("who") as person
from (
    select *
    from visible_people ($1::uuid) who
    where (who.search_username || ' ' || who.search_name) like nollie_like_pattern ($2)
      and who.user_id <> $3::uuid
      and who.former_at is null
      and who.user_id <> all ($4::uuid[])
    limit $5
  ) who
order by length(who.search_username),
  who.search_username,
  who.user_id
limit $6

-- ../prepared/viewer_by_token.sql
