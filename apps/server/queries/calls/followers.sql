-- followers

-- $1 uuid: from (select $1::uuid as user_id) who
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
-- $4 uuid: where b.blocker_id = $4::uuid
-- $5 uuid: where b.blocked_id = $5::uuid
select counts.*
from (select $1::uuid as user_id) who
  cross join lateral (
    select (c.spots_count + queued.spots)::int as spots_count,
      (c.posts_count + queued.posts)::int as posts_count,
      (
        c.followers_count + queued.followers - (
          select count(*)
          from unnest(
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $2::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $3::uuid
              )
            ) person (user_id)
            cross join lateral (
              select from follows f
              where "f"."following_id" = c.user_id
                and "f"."follower_id" = person.user_id
              offset 0
            ) found
          where not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = person.user_id
                and hidden_profile.is_hidden
            )
        )
      )::int as followers_count,
      (
        c.following_count + queued.following - (
          select count(*)
          from unnest(
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $4::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $5::uuid
              )
            ) person (user_id)
            cross join lateral (
              select from follows f
              where "f"."follower_id" = c.user_id
                and "f"."following_id" = person.user_id
              offset 0
            ) found
          where not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = person.user_id
                and hidden_profile.is_hidden
            )
        )
      )::int as following_count
    from person_counts c
      cross join lateral (
        select coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
          coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
          coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
          coalesce(sum(delta) filter (where counter = 'following'), 0) as following
        from person_delta
        where user_id = c.user_id
      ) queued
    where c.user_id = "who"."user_id"
  ) counts

-- $1 uuid: where p.user_id = $1
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
select exists (
    select from profiles p
    where p.user_id = $1
      and (
        "p"."user_id" <> all (
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
          where hidden_profile.user_id = "p"."user_id"
            and hidden_profile.is_hidden
        )
      )
  ) as visible

-- $1 uuid: where f.follower_id = $1::uuid
-- $2 uuid: where f.following_id <> $2::uuid
-- $3 integer: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $4 text: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $5 uuid: start as (select $3::int as mutual, $4::text as name, $5::uuid as id),
-- $6 uuid: else $6::uuid
-- $7 uuid: and exists (select from follows l where "l"."following_id" = $7 and "l"."follower_id" = who.user_id)
-- $8 uuid: where b.blocker_id = $8::uuid
-- $9 uuid: where b.blocked_id = $9::uuid
-- $10 integer: where level.upto <= $10::int
-- $11 bigint: limit $11
-- $12 integer: where upto > $12::int
-- $13 integer: and (select count(*) from top) < $13::int
-- $14 integer: limit $14::int
-- $15 uuid: where "l"."following_id" = $15
-- $16 uuid: where b.blocker_id = $16::uuid
-- $17 uuid: where b.blocked_id = $17::uuid
-- $18 bigint: limit $18
-- $19 integer: where (select count(*) from walked) = $19::int
-- $20 uuid: where "l"."following_id" = $20
-- $21 uuid: where b.blocker_id = $21::uuid
-- $22 uuid: where b.blocked_id = $22::uuid
-- $23 integer: where (select count(*) from walked) < $23::int
-- $24 bigint: limit $24
-- $25 bigint: limit $25
-- $26 integer: where (select count(*) from top) + (select count(*) from below) < $26::int
-- $27 uuid: and exists (select from follows l where "l"."following_id" = $27 and "l"."follower_id" = who.user_id)
-- $28 uuid: where b.blocker_id = $28::uuid
-- $29 uuid: where b.blocked_id = $29::uuid
-- $30 bigint: limit $30
-- $31 bigint: limit $31
-- $32 uuid: where f.follower_id = $32::uuid
-- $33 uuid: and f.following_id = $33::uuid
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
        from profiles who
        where who.user_id = r.user_id
          and (who.sort_name, who.user_id) > (level.name, level.id)
          and exists (select from follows l where "l"."following_id" = $7 and "l"."follower_id" = who.user_id)
          and (
            "who"."user_id" <> all (
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $8::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $9::uuid
              )
            )
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "who"."user_id"
                and hidden_profile.is_hidden
            )
          )
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
              and exists (
                select from follows l
                where "l"."following_id" = $15
                  and "l"."follower_id" = who.user_id
              )
              and (
                "who"."user_id" <> all (
                  array(
                    select b.blocked_id
                    from blocks b
                    where b.blocker_id = $16::uuid
                    union
                    select b.blocker_id
                    from blocks b
                    where b.blocked_id = $17::uuid
                  )
                )
                and not exists (
                  select from profiles hidden_profile
                  where hidden_profile.user_id = "who"."user_id"
                    and hidden_profile.is_hidden
                )
              )
            order by sort_name,
              user_id
            limit $18
          )
        select *
        from walked
        where (select count(*) from walked) = $19::int
        union all
        (
          select who.*
          from unnest(level.ids) r (user_id)
            cross join lateral (
              select who.sort_name,
                who.user_id
              from profiles who
              where who.user_id = r.user_id
                and (who.sort_name, who.user_id) > (level.name, level.id)
                and exists (
                  select from follows l
                  where "l"."following_id" = $20
                    and "l"."follower_id" = who.user_id
                )
                and (
                  "who"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $21::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $22::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "who"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
              offset 0
            ) who
          where (select count(*) from walked) < $23::int
          order by sort_name,
            user_id
          limit $24
        )
      ) found
    order by mutual desc,
      sort_name,
      user_id
    limit $25
  ),
  others as (
    select 0 as mutual,
      who.sort_name,
      who.user_id
    from profiles who
    where (select count(*) from top) + (select count(*) from below) < $26::int
      and who.user_id not in (select unnest(ids) from levels)
      and true
      and exists (select from follows l where "l"."following_id" = $27 and "l"."follower_id" = who.user_id)
      and (
        "who"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $28::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $29::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "who"."user_id"
            and hidden_profile.is_hidden
        )
      )
    order by sort_name,
      user_id
    limit $30
  ),
  page as (
    select *
    from (select * from top union all select * from below union all select * from others) listed
    order by mutual desc,
      sort_name,
      user_id
    limit $31
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
      where f.follower_id = $32::uuid
        and f.following_id = who.user_id
    ),
    'follows_you', exists (
      select from follows f
      where f.follower_id = who.user_id
        and f.following_id = $33::uuid
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
