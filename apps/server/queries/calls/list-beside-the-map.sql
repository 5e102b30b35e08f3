-- list beside the map

select coalesce(sum(n + n20), 0)::int as "all",
  array[]::int[] as sums
from cells
where z = 0

-- $1 bigint[]: select from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: select from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 integer: and s.facets < $3
-- $4 bigint: limit $4
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
        from spots s
        where s.qk >= r.low
          and s.qk < r.high
          and s.deleted_at is null
          and "s"."audience" = 'everybody'
          and s.facets < $3
        offset 0
      ) s
    limit $4
  ) s

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 integer: and s.facets < $3
-- $4 bigint: limit $4
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
    from spots s
    where s.qk >= r.low
      and s.qk < r.high
      and s.deleted_at is null
      and "s"."audience" = 'everybody'
      and s.facets < $3
    offset 0
  ) s
order by s.created_at desc,
  s.id desc
limit $4

-- ../prepared/map_cells_open_10.sql

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql
