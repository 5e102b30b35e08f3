-- followers

-- $1 uuid: from (select $1::uuid as user_id) who
-- $2 uuid: cross join lateral person_totals ($2::uuid, "who"."user_id") counts
select counts.*
from (select $1::uuid as user_id) who
  cross join lateral person_totals ($2::uuid, "who"."user_id") counts

-- $1 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
-- $2 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible

-- $1 uuid: from followed_by ($1::uuid) mine
-- $2 uuid: where f.following_id <> $2::uuid
-- $3 uuid: coalesce(start.id, $3::uuid) as id
-- $4 integer: left join (values ($4::int, $5::text, $6::uuid)) start (mutual, name, id) on start.mutual = level.mutual
-- $5 text: left join (values ($4::int, $5::text, $6::uuid)) start (mutual, name, id) on start.mutual = level.mutual
-- $6 uuid: left join (values ($4::int, $5::text, $6::uuid)) start (mutual, name, id) on start.mutual = level.mutual
-- $7 integer: where level.mutual <= coalesce($7::int, level.mutual)
-- $8 uuid: from visible_people ($8::uuid) who
-- $9 uuid: and exists (select from follows l where l.following_id = $9 and l.follower_id = who.user_id)
-- $10 integer: where level.upto <= $10::int
-- $11 bigint: limit $11
-- $12 integer: where upto > $12::int
-- $13 integer: and (select count(*) from top) < $13::int
-- $14 integer: limit $14::int
-- $15 uuid: and exists (select from follows l where l.following_id = $15 and l.follower_id = who.user_id)
-- $16 uuid: select from visible_people ($16::uuid) seen
-- $17 bigint: limit $17
-- $18 integer: where (select count(*) from walked) = $18::int
-- $19 uuid: from visible_people ($19::uuid) who
-- $20 uuid: and exists (select from follows l where l.following_id = $20 and l.follower_id = who.user_id)
-- $21 integer: where (select count(*) from walked) < $21::int
-- $22 bigint: limit $22
-- $23 bigint: limit $23
-- $24 uuid: from visible_people ($24::uuid) who
-- $25 integer: where (select count(*) from top) + (select count(*) from below) < $25::int
-- $26 uuid: and exists (select from follows l where l.following_id = $26 and l.follower_id = who.user_id)
-- $27 bigint: limit $27
-- $28 bigint: limit $28
-- $29 uuid: from follows_between ($29::uuid, who.user_id) mine
with levels as materialized (
    select mutual,
      count(*) as people,
      array_agg(user_id) as ids
    from (
        select f.following_id as user_id,
          count(*)::int as mutual
        from followed_by ($1::uuid) mine
          join follows f on f.follower_id = mine.user_id
        where f.following_id <> $2::uuid
        group by 1
      ) reach
    group by 1
  ),
  later as materialized (
    select level.mutual,
      level.ids,
      sum(level.people) over (order by level.mutual desc) as upto,
      coalesce(start.name, '') as name,
      coalesce(start.id, $3::uuid) as id
    from levels level
      left join (values ($4::int, $5::text, $6::uuid)) start (mutual, name, id) on start.mutual = level.mutual
    where level.mutual <= coalesce($7::int, level.mutual)
  ),
  top as materialized (
    select level.mutual,
      who.*
    from later level,
      unnest(level.ids) r (user_id)
      cross join lateral (
        select who.sort_name,
          who.user_id
        from visible_people ($8::uuid) who
        where who.user_id = r.user_id
          and (who.sort_name, who.user_id) > (level.name, level.id)
          and exists (select from follows l where l.following_id = $9 and l.follower_id = who.user_id)
        offset 0
      ) who
    where level.upto <= $10::int
    order by mutual desc,
      sort_name,
      user_id
    limit $11
  ),
  below as materialized (
    select level.mutual,
      found.sort_name,
      found.user_id
    from (
        select *
        from later
        where upto > $12::int
          and (select count(*) from top) < $13::int
        order by mutual desc
        offset 0
      ) level
      cross join lateral (
        with walked as materialized (
            select who.sort_name,
              who.user_id
            from (
                select who.sort_name,
                  who.user_id
                from profiles who
                where (who.sort_name, who.user_id) > (level.name, level.id)
                order by who.sort_name,
                  who.user_id
                limit $14::int
              ) who
            where ((who.user_id, level.mutual) in (select unnest(ids), mutual from levels)) is true
              and exists (select from follows l where l.following_id = $15 and l.follower_id = who.user_id)
              and exists (
                select from visible_people ($16::uuid) seen
                where seen.user_id = who.user_id
                offset 0
              )
            order by sort_name,
              user_id
            limit $17
          )
        select *
        from walked
        where (select count(*) from walked) = $18::int
        union all
        (
          select who.*
          from unnest(level.ids) r (user_id)
            cross join lateral (
              select who.sort_name,
                who.user_id
              from visible_people ($19::uuid) who
              where who.user_id = r.user_id
                and (who.sort_name, who.user_id) > (level.name, level.id)
                and exists (select from follows l where l.following_id = $20 and l.follower_id = who.user_id)
              offset 0
            ) who
          where (select count(*) from walked) < $21::int
          order by sort_name,
            user_id
          limit $22
        )
      ) found
    order by mutual desc,
      sort_name,
      user_id
    limit $23
  ),
  others as (
    select 0 as mutual,
      who.sort_name,
      who.user_id
    from visible_people ($24::uuid) who
    where (select count(*) from top) + (select count(*) from below) < $25::int
      and who.user_id not in (select unnest(ids) from levels)
      and exists (select from follows l where l.following_id = $26 and l.follower_id = who.user_id)
    order by sort_name,
      user_id
    limit $27
  ),
  page as (
    select *
    from (select * from top union all select * from below union all select * from others) listed
    order by mutual desc,
      sort_name,
      user_id
    limit $28
  )
select (
    select json_build_object(
        'user_id', who.user_id,
        'username', who.username,
        'full_name', who.full_name,
        'avatar_url', who.avatar_url,
        'bio', who.bio,
        'mutual_count', page.mutual,
        'following', mine.following,
        'follows_you', mine.follows_you
      )
    from follows_between ($29::uuid, who.user_id) mine
  ) as card,
  page.mutual,
  page.sort_name as name,
  page.user_id
from page
  join profiles who on who.user_id = page.user_id
order by page.mutual desc,
  page.sort_name,
  page.user_id

-- ../prepared/viewer_by_token.sql
