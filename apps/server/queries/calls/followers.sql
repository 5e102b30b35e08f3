-- followers

-- $1 uuid: from (select $1::uuid as user_id) who
-- $2 uuid: cross join lateral person_totals ($2::uuid, "who"."user_id") counts
select counts.*
from (select $1::uuid as user_id) who
  cross join lateral person_totals ($2::uuid, "who"."user_id") counts

-- $1 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
-- $2 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible

-- $1 uuid: where f.follower_id = $1::uuid
-- $2 uuid: where f.following_id <> $2::uuid
-- $3 integer: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $4 text: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $5 uuid: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $6 uuid: else $6::uuid
-- $7 uuid: from visible_people ($7::uuid) who
-- $8 uuid: and exists (select from follows l where "l"."following_id" = $8 and "l"."follower_id" = who.user_id)
-- $9 integer: where level.upto <= $9::int
-- $10 bigint: limit $10
-- $11 integer: where upto > $11::int
-- $12 integer: and (select count(*) from top) < $12::int
-- $13 integer: limit $13::int
-- $14 uuid: where "l"."following_id" = $14
-- $15 uuid: select from visible_people ($15::uuid) seen
-- $16 bigint: limit $16
-- $17 integer: where (select count(*) from walked) = $17::int
-- $18 uuid: from visible_people ($18::uuid) who
-- $19 uuid: where "l"."following_id" = $19
-- $20 integer: where (select count(*) from walked) < $20::int
-- $21 bigint: limit $21
-- $22 bigint: limit $22
-- $23 uuid: from visible_people ($23::uuid) who
-- $24 integer: where (select count(*) from top) + (select count(*) from below) < $24::int
-- $25 uuid: and exists (select from follows l where "l"."following_id" = $25 and "l"."follower_id" = who.user_id)
-- $26 bigint: limit $26
-- $27 bigint: limit $27
-- $28 uuid: where f.follower_id = $28::uuid
-- $29 uuid: and f.following_id = $29::uuid
with levels as materialized (
    select mutual,
      count(*) as people,
      array_agg(user_id) as ids
    from (
        select f.following_id as user_id,
          count(*)::int as mutual
        from (
            select f.following_id as user_id
            from follows f
            where f.follower_id = $1::uuid
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = f.following_id
                  and hidden_profile.is_hidden
              )
          ) mine
          join follows f on f.follower_id = mine.user_id
        where f.following_id <> $2::uuid
        group by 1
      ) reach
    group by 1
  ),
  start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
  later as materialized (
    select level.mutual,
      level.ids,
      sum(level.people) over (order by level.mutual desc) as upto,
      case
        when level.mutual = start.mutual then start.name
        else ''
      end as name,
      case
        when level.mutual = start.mutual then start.id
        else $6::uuid
      end as id
    from levels level,
      start
    where level.mutual <= coalesce(start.mutual, level.mutual)
  ),
  top as materialized (
    select level.mutual,
      who.*
    from later level,
      unnest(level.ids) r (user_id)
      cross join lateral (
        select who.sort_name,
          who.user_id
        from visible_people ($7::uuid) who
        where who.user_id = r.user_id
          and (who.sort_name, who.user_id) > (level.name, level.id)
          and exists (select from follows l where "l"."following_id" = $8 and "l"."follower_id" = who.user_id)
        offset 0
      ) who
    where level.upto <= $9::int
    order by mutual desc,
      sort_name,
      user_id
    limit $10
  ),
  below as materialized (
    select level.mutual,
      found.sort_name,
      found.user_id
    from (
        select *
        from later
        where upto > $11::int
          and (select count(*) from top) < $12::int
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
                limit $13::int
              ) who
            where ((who.user_id, level.mutual) in (select unnest(ids), mutual from levels)) is true
              and exists (
                select from follows l
                where "l"."following_id" = $14
                  and "l"."follower_id" = who.user_id
              )
              and exists (
                select from visible_people ($15::uuid) seen
                where seen.user_id = who.user_id
                offset 0
              )
            order by sort_name,
              user_id
            limit $16
          )
        select *
        from walked
        where (select count(*) from walked) = $17::int
        union all
        (
          select who.*
          from unnest(level.ids) r (user_id)
            cross join lateral (
              select who.sort_name,
                who.user_id
              from visible_people ($18::uuid) who
              where who.user_id = r.user_id
                and (who.sort_name, who.user_id) > (level.name, level.id)
                and exists (
                  select from follows l
                  where "l"."following_id" = $19
                    and "l"."follower_id" = who.user_id
                )
              offset 0
            ) who
          where (select count(*) from walked) < $20::int
          order by sort_name,
            user_id
          limit $21
        )
      ) found
    order by mutual desc,
      sort_name,
      user_id
    limit $22
  ),
  others as (
    select 0 as mutual,
      who.sort_name,
      who.user_id
    from visible_people ($23::uuid) who
    where (select count(*) from top) + (select count(*) from below) < $24::int
      and who.user_id not in (select unnest(ids) from levels)
      and true
      and exists (select from follows l where "l"."following_id" = $25 and "l"."follower_id" = who.user_id)
    order by sort_name,
      user_id
    limit $26
  ),
  page as (
    select *
    from (select * from top union all select * from below union all select * from others) listed
    order by mutual desc,
      sort_name,
      user_id
    limit $27
  )
select json_build_object(
    'user_id', who.user_id,
    'username', who.username,
    'full_name', who.full_name,
    'avatar_url', who.avatar_url,
    'bio', who.bio,
    'mutual_count', page.mutual,
    'following', exists (
      select from follows f
      where f.follower_id = $28::uuid
        and f.following_id = who.user_id
    ),
    'follows_you', exists (
      select from follows f
      where f.follower_id = who.user_id
        and f.following_id = $29::uuid
    )
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
