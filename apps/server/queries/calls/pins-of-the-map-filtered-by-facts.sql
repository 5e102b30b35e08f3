-- pins of the map, filtered by facts

select coalesce(sum(n + n20), 0)::int as "all",
  array[]::int[] as sums
from cells
where z = 0

-- $1 bigint[]: select from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: select from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 text[]: coalesce(f.surface = any ($3::text[]), false)
-- $4 text: and (o.kind = $4 and (o.height_cm >= $5))
-- $5 smallint: and (o.kind = $4 and (o.height_cm >= $5))
-- $6 integer: and s.facets < $6
-- $7 bigint: limit $7
select count(*)::int as n
from (
    select from unnest($1::bigint[], $2::bigint[]) r (low, high)
      cross join lateral (
        select s.id,
          s.qk,
          s.facets,
          s.created_at,
          s.latitude,
          s.longitude
        from spot_facts f
          join spots s on s.id = f.spot_id
        where f.qk >= r.low
          and f.qk < r.high
          and (
            coalesce(f.surface = any ($3::text[]), false)
            and (coalesce(f.light_at_night in ('partial', 'full'), false))
            and exists (
              select from spot_obstacles o
              where o.spot_id = f.spot_id
                and (o.kind = $4 and (o.height_cm >= $5))
            )
          )
          and s.deleted_at is null
          and "s"."audience" = 'everybody'
          and s.facets < $6
        offset 0
      ) s
    limit $7
  ) s

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 text[]: coalesce(f.surface = any ($3::text[]), false)
-- $4 text: and (o.kind = $4 and (o.height_cm >= $5))
-- $5 smallint: and (o.kind = $4 and (o.height_cm >= $5))
-- $6 integer: and s.facets < $6
-- $7 bigint: limit $7
select s.id,
  s.qk,
  s.facets,
  s.created_at
from unnest($1::bigint[], $2::bigint[]) r (low, high)
  cross join lateral (
    select s.id,
      s.qk,
      s.facets,
      s.created_at,
      s.latitude,
      s.longitude
    from spot_facts f
      join spots s on s.id = f.spot_id
    where f.qk >= r.low
      and f.qk < r.high
      and (
        coalesce(f.surface = any ($3::text[]), false)
        and (coalesce(f.light_at_night in ('partial', 'full'), false))
        and exists (
          select from spot_obstacles o
          where o.spot_id = f.spot_id
            and (o.kind = $4 and (o.height_cm >= $5))
        )
      )
      and s.deleted_at is null
      and "s"."audience" = 'everybody'
      and s.facets < $6
    offset 0
  ) s
order by s.created_at desc,
  s.id desc
limit $7

-- ../prepared/map_state_open_0.sql

-- ../prepared/viewer_by_token.sql
